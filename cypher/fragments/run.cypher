x {
  .id, .tenant, .thread, .user, .status, .extractor, .messages, .found, .kept, .refused, .error, .took_ms,
  started_at: CASE WHEN x.started_at IS :: ZONED DATETIME THEN x.started_at.epochMillis END, updated_at: CASE WHEN x.updated_at IS :: ZONED DATETIME THEN x.updated_at.epochMillis END
}
