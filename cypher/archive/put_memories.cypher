// Makes memories as an archive has them, with their ties to people and messages.
UNWIND $rows AS row
MATCH (o:Owner {id: row.owner}) WHERE o.tenant = $tenant
MERGE (m:Memory {tenant: $tenant, id: row.id})
ON CREATE SET m += row.properties, m.owner = o.id
WITH o, m, row WHERE m.owner IN $owners
MERGE (m)-[:OWNED_BY]->(o)
WITH m, row
CALL (m, row) {
  UNWIND row.about AS about
  MATCH (p:Person {id: about.person}) WHERE p.tenant = $tenant
  MERGE (m)-[a:ABOUT]->(p)
  ON CREATE SET a.subject = about.subject, a.rule = about.rule, a.reason = about.reason
}
CALL (m, row) {
  UNWIND row.learned_from AS source
  MATCH (s:Message {tenant: $tenant, thread: source.thread, id: source.message})
  MERGE (m)-[:LEARNED_FROM]->(s)
}
RETURN count(m) AS rows
