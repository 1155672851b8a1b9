// Deletes up to $batch memories of these owners for good, whatever their status.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status IS NOT NULL AND m.tenant = $tenant
WITH m LIMIT $batch
CALL (m) {
  «forget_changes»
}
DETACH DELETE m
RETURN count(*) AS deleted
