// Deletes up to $batch memories of these owners for good, whatever their status; what they were learned from is no longer quoted.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status IS NOT NULL AND m.tenant = $tenant
WITH m LIMIT $batch
CALL (m) {
  «forget_changes»
}
CALL (m) {
  «withdraw_messages»
}
DETACH DELETE m
RETURN count(*) AS deleted
