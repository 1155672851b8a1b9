// Deletes memories for good, with the record of changes to them, and tells whom they were about; what they were learned from is no longer quoted.
CALL () {
  UNWIND $ids AS id
  MATCH (c:Change)-[:TOUCHED]->(m:Memory {id: id})
  WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
  WITH DISTINCT c
  DETACH DELETE c
  RETURN count(*) AS changes
}
CALL () {
  UNWIND $ids AS id
  MATCH (m:Memory {id: id})-[:ABOUT]->(p:Person)
  WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
  RETURN collect(DISTINCT p.id) AS people
}
CALL () {
  UNWIND $ids AS id
  MATCH (m:Memory {id: id})
  WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
  «withdraw_messages»
}
CALL () {
  UNWIND $ids AS id
  MATCH (m:Memory {id: id})
  WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
  DETACH DELETE m
  RETURN count(*) AS memories
}
RETURN memories, changes, people
