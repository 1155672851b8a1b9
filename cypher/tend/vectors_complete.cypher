// Takes the owners off the waiting list when none of their memories lacks a vector.
MATCH (o:Owner) WHERE o.id IN $owners AND o.tenant = $tenant
SET o.revision = timestamp()
WITH o
SET o.awaiting_vectors = EXISTS {
  MATCH (m:Memory)
  WHERE m.owner = o.id AND m.status IS NOT NULL AND (m.embedding IS NULL OR m.embedding_model <> $model)
}
RETURN o.id AS id
