// How much is known to these owners: people, facts that hold, facts that were replaced, changes.
// The owner and the status alone are counted in the index; an owner's id begins with its tenant.
RETURN
  COUNT {
    MATCH (p:Person) WHERE p.owner IN $owners AND p.tenant = $tenant AND NOT EXISTS { (p)-[:MERGED_INTO]->() }
  } AS people,
  COUNT {
    MATCH (m:Memory) WHERE m.owner IN $owners AND m.status = 'active'
  } AS facts,
  COUNT {
    MATCH (m:Memory) WHERE m.owner IN $owners AND m.status = 'deprecated'
  } AS superseded,
  COUNT {
    MATCH (c:Change) WHERE c.owner IN $owners AND c.tenant = $tenant
  } AS changes
