// Deletes one memory for good, if the caller may see it; what it was learned from is no longer quoted.
MATCH (m:Memory {id: $id})
WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
  AND ($every_assistant OR m.assistant_key IS NULL OR m.assistant_key = $assistant_key)
WITH m, m.id AS id
CALL (m) {
  «forget_changes»
}
CALL (m) {
  «withdraw_messages»
}
DETACH DELETE m
RETURN id
