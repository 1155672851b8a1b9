// The memories that a thread may see, in the order of their ids, from a point on.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status = 'active' AND m.tenant = $tenant
  AND ($after IS NULL OR m.id > $after)
  AND ($ids IS NULL OR m.id IN $ids)
  AND ($learned_in IS NULL OR m.thread_id = $learned_in OR m.owner = $own)
  AND (m.expires_at IS NULL OR m.expires_at > $now)
  AND (m.assistant_key IS NULL OR m.assistant_key = $assistant_key)
WITH m ORDER BY m.id LIMIT $limit
RETURN collect(«memory») AS memories
