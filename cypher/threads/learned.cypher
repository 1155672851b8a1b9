// Notes which message of a thread taught which memory; $asked are messages whose wish to be remembered was fulfilled.
«locked_thread»
CALL () {
  UNWIND $learned AS row
  MATCH (m:Memory {id: row.memory}) WHERE m.tenant = $tenant AND m.owner IN $owners
  WITH m, row
  MATCH (s:Message {tenant: $tenant, thread: $thread, id: row.message})
  MERGE (m)-[:LEARNED_FROM]->(s)
}
CALL () {
  UNWIND $asked AS id
  MATCH (s:Message {tenant: $tenant, thread: $thread, id: id})
  SET s.remembered = true
}
RETURN t.id AS id
