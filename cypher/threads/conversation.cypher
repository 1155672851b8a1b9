// The messages of a thread in their order, from a point on, each with what was learned from it.
MATCH (s:Message)
WHERE s.tenant = $tenant AND s.thread = $thread AND s.position > $after
WITH s ORDER BY s.position LIMIT $limit
RETURN collect({
  message: «message»,
  learned: COLLECT {
    MATCH (m:Memory)-[:LEARNED_FROM]->(s)
    WHERE m.tenant = $tenant AND m.owner IN $owners AND m.status <> 'deleted'
    RETURN m {.id, .content, .kind, .status} ORDER BY m.id LIMIT $most
  },
  total: COUNT {
    MATCH (m:Memory)-[:LEARNED_FROM]->(s) WHERE m.tenant = $tenant AND m.owner IN $owners AND m.status <> 'deleted'
  }
}) AS turns
