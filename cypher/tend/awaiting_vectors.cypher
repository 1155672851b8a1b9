// The memories of these owners that lack a vector of the model in use, and have words to make one of.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status IS NOT NULL AND m.tenant = $tenant
  AND (m.embedding IS NULL OR m.embedding_model <> $model) AND m.content IS :: STRING NOT NULL
WITH m ORDER BY m.id LIMIT $limit
RETURN collect({id: m.id, content: m.content}) AS memories
