t {
  .id, .tenant, .user, .assistant_key, .chat, .auto_extract, .metadata, .unchecked, .error, messages: t.positions,
  created_at: t.created_at.epochMillis, updated_at: t.updated_at.epochMillis,
  extraction: CASE
    WHEN t.lease_until > datetime() THEN 'running'
    WHEN t.due_at IS NOT NULL THEN 'pending'
    WHEN t.failed_at IS NOT NULL THEN 'failed'
    ELSE 'idle' END
}
