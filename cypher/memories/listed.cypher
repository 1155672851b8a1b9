// The memories of these owners, newest first, from a point on.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status IN $statuses AND m.tenant = $tenant
  AND ($before IS NULL OR m.id < $before)
  AND ($kind IS NULL OR m.kind = $kind)
  AND ($key IS NULL OR m.key = $key)
  AND ($tag IS NULL OR $tag IN m.tags)
  AND ($person IS NULL OR EXISTS { (m)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(:Person {id: $person}) })
  AND ($include_expired OR m.expires_at IS NULL OR m.expires_at > $now)
  AND «known_then»
  AND ($every_assistant OR m.assistant_key IS NULL OR m.assistant_key = $assistant_key)
WITH m ORDER BY m.id DESC LIMIT $limit
RETURN collect(«memory») AS memories
