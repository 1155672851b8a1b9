[
  m.id, m.content, m.key, coalesce(
    CASE WHEN m.valid_from IS :: ZONED DATETIME THEN m.valid_from.epochMillis END,
    CASE WHEN m.created_at IS :: ZONED DATETIME THEN m.created_at.epochMillis END
  ), m.thread_id, similarity, asked
]
