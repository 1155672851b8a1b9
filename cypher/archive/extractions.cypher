// A page of the runs over a tenant's threads in the order of their ids, from a point on.
MATCH (x:Extraction)
WHERE x.tenant = $tenant AND x.updated_at IS NOT NULL AND x.id > $after AND ($users IS NULL OR x.user IN $users)
WITH x ORDER BY x.id LIMIT $limit
RETURN x {
  .id, .thread, .user, .status, .extractor, .messages, .found, .kept, .refused, .error, .took_ms,
  started_at: toString(x.started_at), updated_at: toString(x.updated_at)
} AS line
