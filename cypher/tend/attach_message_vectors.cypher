// Gives messages the vectors of their beginnings, none where the model can't read them, and what else they are found by.
UNWIND $rows AS row
MATCH (s:Message {tenant: $tenant, thread: $thread, id: row.id})
WHERE s:Quotable AND left(s.content, $longest) = row.content
SET s.embedding = row.vector, s.embedding_model = $model, s.owner_token = $owner_token, s.grams = row.grams
RETURN count(s) AS attached
