// Changes a memory that nobody else has changed since it was seen.
MATCH (m:Memory {id: $id})-[:OWNED_BY]->(o:Owner)
WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
SET o.revision = coalesce(o.revision, 0) + 1
WITH m, o WHERE m.updated_at = $seen
SET m += $changes, o.awaiting_vectors = coalesce(o.awaiting_vectors, false) OR $awaiting_vectors
RETURN m.id AS id
