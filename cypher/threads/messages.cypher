// The messages of a thread in their order, from a point on.
MATCH (s:Message)
WHERE s.tenant = $tenant AND s.thread = $thread AND s.position > $after
WITH s ORDER BY s.position LIMIT $limit
RETURN collect(«message») AS messages
