t {
  .id, .tenant, .user, .assistant_key, .chat, .auto_extract, .metadata, .unchecked, .error, messages: t.positions,
  created_at: CASE WHEN t.created_at IS :: ZONED DATETIME THEN t.created_at.epochMillis END, updated_at: CASE WHEN t.updated_at IS :: ZONED DATETIME THEN t.updated_at.epochMillis END,
  extraction: CASE
    WHEN t.lease_until > datetime() THEN 'running'
    WHEN t.due_at IS NOT NULL THEN 'pending'
    WHEN t.failed_at IS NOT NULL THEN 'failed'
    ELSE 'idle' END
}
