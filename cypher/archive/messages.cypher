// A page of the messages of a thread in their order, from a point on.
MATCH (s:Message)
WHERE s.tenant = $tenant AND s.thread = $thread AND s.position >= $position AND (s.position > $position OR s.id > $after)
WITH s ORDER BY s.position, s.id LIMIT $limit
RETURN s {
  .thread, .id, .role, .content, .status, .position, checked: s.is_memory_checked, .checked_by,
  remembered: coalesce(s.remembered, false), withdrawn: coalesce(s.withdrawn, false), redacted: coalesce(s.redacted, []), refused: coalesce(s.refused, []),
  said_at: toString(s.said_at), created_at: toString(s.created_at), checked_at: toString(s.checked_at)
} AS line
