// The runs of a tenant that began or changed in the last $seconds, oldest change first.
MATCH (x:Extraction)
WHERE x.tenant = $tenant AND x.updated_at > datetime() - duration({seconds: $seconds})
  AND ($thread IS NULL OR x.thread = $thread) AND ($user IS NULL OR x.user = $user)
WITH x ORDER BY x.updated_at, x.id LIMIT $limit
RETURN collect(«run») AS runs
