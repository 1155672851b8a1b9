// The messages that a memory was learned from, the last first, each among those said around it.
MATCH (m:Memory {id: $id})-[:LEARNED_FROM]->(said:Message)-[:IN_THREAD]->(t:Thread)
WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
WITH said, t ORDER BY said.said_at DESC, said.id LIMIT $limit
RETURN t.id AS thread, t.user AS user, said.id AS message, COLLECT {
  MATCH (s:Message)
  WHERE s.tenant = $tenant AND s.thread = t.id AND s.position >= said.position - $reach AND s.position <= said.position + $reach
  RETURN «message» ORDER BY s.position
} AS messages
