// The memories of these owners that the model in use has not looked at, and that have words to look at.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status IS NOT NULL AND m.tenant = $tenant
  AND coalesce(m.embedding_model, '') <> $model AND m.content IS :: STRING NOT NULL
WITH m ORDER BY m.id LIMIT $limit
RETURN collect({id: m.id, content: m.content}) AS memories
