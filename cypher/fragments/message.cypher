s {
  .id, .role, .content, .status, .position, .remembered, .redacted, .refused, checked: s.is_memory_checked,
  said_at: CASE WHEN s.said_at IS :: ZONED DATETIME THEN s.said_at.epochMillis END, created_at: CASE WHEN s.created_at IS :: ZONED DATETIME THEN s.created_at.epochMillis END
}
