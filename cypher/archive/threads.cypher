// A page of a tenant's threads in the order of their ids, from a point on, each with how its reading stands.
MATCH (t:Thread)
WHERE t.tenant = $tenant AND t.id > $after AND ($users IS NULL OR t.user IN $users)
WITH t ORDER BY t.id LIMIT $limit
RETURN t {
  .id, .user, .assistant_key, .chat, auto_extract: coalesce(t.auto_extract, false), .metadata, .positions,
  created_at: toString(t.created_at), updated_at: toString(t.updated_at)
} AS line, t {
  thread: t.id, tries: coalesce(t.tries, 0), .debounced, .lease, .error, .failed_run,
  due_at: toString(t.due_at), lease_until: toString(t.lease_until), failed_at: toString(t.failed_at)
} AS reading
