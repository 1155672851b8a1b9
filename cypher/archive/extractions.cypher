// The runs over a tenant's threads in the order of their ids.
MATCH (x:Extraction)
WHERE x.tenant = $tenant AND x.updated_at IS NOT NULL AND ($users IS NULL OR x.user IN $users)
WITH x ORDER BY x.id
RETURN x {
  .id, .thread, .user, .status, .extractor, .messages, .found, .kept, .refused, .error, .took_ms,
  started_at: toString(x.started_at), updated_at: toString(x.updated_at)
} AS line
