// Takes the owners off the waiting list when the model in use has looked at all of their memories; names those that have no words.
MATCH (o:Owner) WHERE o.id IN $owners AND o.tenant = $tenant
SET o.revision = timestamp()
WITH o, COLLECT {
  MATCH (m:Memory)
  WHERE m.owner = o.id AND m.status IS NOT NULL AND coalesce(m.embedding_model, '') <> $model
  RETURN m
} AS lacking
SET o.awaiting_vectors = any(m IN lacking WHERE m.content IS :: STRING NOT NULL)
RETURN [m IN lacking WHERE NOT m.content IS :: STRING NOT NULL | m.id] AS ids
