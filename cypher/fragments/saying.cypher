s {
  .thread, .id, .role, content: left(s.content, $longest), similarity: similarity, text_score: text_score,
  said_at: CASE WHEN s.said_at IS :: ZONED DATETIME THEN s.said_at.epochMillis END,
  taught: COLLECT { MATCH (m:Memory)-[:LEARNED_FROM]->(s) WHERE m.tenant = $tenant RETURN m {.id, .content, holds: «holds»} }
}
