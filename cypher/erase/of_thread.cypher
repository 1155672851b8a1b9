// The memories that go with a thread: its own, and those that it alone taught; what another thread said too becomes that one's.
CALL () {
  MATCH (m:Memory)
  WHERE m.tenant = $tenant AND m.thread_id = $thread AND NOT m.owner IN $owners
  WITH m, head(COLLECT {
    MATCH (m)-[:LEARNED_FROM]->(s:Message) WHERE s.thread <> $thread RETURN s ORDER BY s.created_at LIMIT 1
  }) AS other
  WHERE other IS NOT NULL
  SET m.thread_id = other.thread, m.source_message_id = other.id
}
CALL () {
  MATCH (m:Memory) WHERE m.tenant = $tenant AND m.thread_id = $thread
  RETURN m.id AS id
UNION
  MATCH (m:Memory) WHERE m.owner IN $owners AND m.status IS NOT NULL AND m.tenant = $tenant
  RETURN m.id AS id
}
WITH collect(id) AS ids
RETURN ids, COLLECT { MATCH (p:Person) WHERE p.owner IN $owners AND p.tenant = $tenant RETURN p.id } AS people
