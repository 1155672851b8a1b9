// All that tells of a person: who they are by other ids, what they are called, the memories about them and the messages behind those.
MATCH (:Person {tenant: $tenant, id: $id})-[:MERGED_INTO]-{0,20}(p:Person)
WHERE p.tenant = $tenant AND ($owners IS NULL OR p.owner IN $owners)
WITH collect(DISTINCT p) AS parts
WHERE size(parts) > 0
RETURN [p IN parts | p.id] AS people, head(parts).owner AS owner,
  COLLECT { UNWIND parts AS p MATCH (m:Memory)-[:ABOUT]->(p) WHERE m.tenant = $tenant RETURN DISTINCT m.id } AS memories,
  COLLECT { UNWIND parts AS p MATCH (a:Alias {kind: 'name'})-[:REFERS_TO]->(p) RETURN DISTINCT a.text } AS names,
  COLLECT {
    UNWIND parts AS p
    MATCH (m:Memory)-[:ABOUT]->(p) WHERE m.tenant = $tenant
    MATCH (m)-[:LEARNED_FROM]->(s:Message)
    RETURN DISTINCT [s.thread, s.id]
  } AS messages
