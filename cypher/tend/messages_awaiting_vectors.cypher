// The messages of a thread that may be quoted and that the model in use has not looked at: the beginning of each.
MATCH (s:Quotable)
WHERE s.tenant = $tenant AND s.thread = $thread AND s.embedding_model IS NOT NULL AND s.embedding_model <> $model
WITH s WHERE s.content IS :: STRING NOT NULL
WITH s ORDER BY s.position LIMIT $limit
RETURN collect({id: s.id, content: left(s.content, $longest)}) AS messages
