// The memories of these owners, newest first, from a point on.
UNWIND $owners AS whose
UNWIND $statuses AS status
CALL (whose, status) {
  MATCH (m:Memory) USING INDEX m:Memory(owner, status, id)
  WHERE m.owner = whose AND m.status = status AND m.id < coalesce($before, '~') AND m.tenant = $tenant
    AND ($kind IS NULL OR m.kind = $kind)
    AND ($key IS NULL OR m.key = $key)
    AND ($tag IS NULL OR $tag IN m.tags)
    AND ($person IS NULL OR EXISTS { (m)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(:Person {id: $person}) })
    AND ($include_expired OR m.expires_at IS NULL OR m.expires_at > $now)
    AND «known_then»
    AND ($every_assistant OR m.assistant_key IS NULL OR m.assistant_key = $assistant_key)
  RETURN m ORDER BY m.owner DESC, m.status DESC, m.id DESC LIMIT $limit
}
WITH m ORDER BY m.id DESC LIMIT $limit
RETURN collect(«memory») AS memories
