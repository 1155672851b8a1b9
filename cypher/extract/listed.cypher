// The runs of a tenant, newest first, from a point on.
MATCH (x:Extraction)
WHERE x.tenant = $tenant AND x.updated_at IS NOT NULL AND ($before IS NULL OR x.id < $before)
  AND ($thread IS NULL OR x.thread = $thread) AND ($user IS NULL OR x.user = $user)
  AND ($status IS NULL OR x.status = $status)
WITH x ORDER BY x.id DESC LIMIT $limit
RETURN collect(«run») AS runs
