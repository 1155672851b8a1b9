// Takes the owners off the waiting list when none of their memories waits for a vector; names those that can't have one.
MATCH (o:Owner) WHERE o.id IN $owners AND o.tenant = $tenant
SET o.revision = timestamp()
WITH o, COLLECT {
  MATCH (m:Memory)
  WHERE m.owner = o.id AND m.status IS NOT NULL AND (m.embedding IS NULL OR m.embedding_model <> $model)
  RETURN m
} AS lacking
SET o.awaiting_vectors = any(m IN lacking WHERE m.content IS :: STRING NOT NULL)
RETURN [m IN lacking WHERE NOT m.content IS :: STRING NOT NULL | m.id] AS ids
