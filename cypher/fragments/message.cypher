s {
  .id, .role, .content, .status, .position, .remembered, .redacted, .refused, checked: s.is_memory_checked,
  said_at: s.said_at.epochMillis, created_at: s.created_at.epochMillis
}
