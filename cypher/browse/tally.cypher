// How much is known to these owners: people, facts that hold, facts that were replaced, changes.
// What is counted by the owner alone is counted in the index; an owner's id begins with its tenant.
CALL () {
  MATCH (m:Memory) WHERE m.owner IN $owners AND m.status = 'deprecated'
  RETURN count(m) AS superseded
}
CALL () {
  MATCH (m:Memory) WHERE m.owner IN $owners AND m.status = 'deleted'
  RETURN count(m) AS removed
}
RETURN «how_many_people» AS people, «how_many_memories» - superseded - removed AS facts, superseded,
  COUNT {
    MATCH (c:Change) WHERE c.owner IN $owners AND c.tenant = $tenant
  } AS changes
