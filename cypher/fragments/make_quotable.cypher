SET s:Quotable, s.owner = $tenant + '/user/' + t.user, s.owner_token = t.owner_token, s.embedding_model = '', t.awaiting_vectors = true
