// The threads of a user, those opened last first, from a point on, each with how much it taught and how it begins.
MATCH (t:Thread {tenant: $tenant, user: $user})
WHERE $before IS NULL OR [t.created_at.epochMillis, t.id] < $before
WITH t ORDER BY t.created_at DESC, t.id DESC LIMIT $limit
RETURN collect({
  thread: «thread»,
  learned: COUNT {
    MATCH (m:Memory)-[:LEARNED_FROM]->(:Message)-[:IN_THREAD]->(t)
    WHERE m.tenant = $tenant AND m.owner IN $owners AND m.status <> 'deleted'
    RETURN DISTINCT m
  },
  opening: head(COLLECT {
    MATCH (s:Message)
    WHERE s.tenant = $tenant AND s.thread = t.id AND s.position > 0 AND s.role = 'user'
    RETURN left(s.content, 240) ORDER BY s.position LIMIT 1
  })
}) AS threads
