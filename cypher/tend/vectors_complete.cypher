// Takes the owners off the waiting list when the model in use has looked at all of their memories.
MATCH (o:Owner) WHERE o.id IN $owners AND o.tenant = $tenant
SET o.revision = timestamp()
WITH o
SET o.awaiting_vectors = EXISTS {
  MATCH (m:Memory)
  WHERE m.owner = o.id AND m.status IS NOT NULL AND coalesce(m.embedding_model, '') <> $model
}
RETURN o.id AS id
