x {
  .id, .tenant, .thread, .user, .status, .extractor, .messages, .found, .kept, .refused, .error, .took_ms,
  started_at: x.started_at.epochMillis, updated_at: x.updated_at.epochMillis
}
