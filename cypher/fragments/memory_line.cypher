m {
  .id, .owner, .content, .kind, .key, .tags, .confidence, .importance, .status, .metadata, .assistant_key,
  .recall_count, recalls: coalesce(m.recalls, []), .thread_id, .source_message_id, .source_tool_run_id,
  created_at: toString(m.created_at), updated_at: toString(m.updated_at), valid_from: toString(m.valid_from),
  valid_to: toString(m.valid_to), expires_at: toString(m.expires_at), recalled_at: toString(m.recalled_at),
  repeated_at: toString(m.repeated_at),
  embedding: CASE WHEN m.embedding_model = $model THEN m.embedding END,
  about: COLLECT {
    MATCH (m)-[r:ABOUT]->(p:Person)
    WITH r, p ORDER BY p.id
    RETURN {person: p.id, subject: r.subject, rule: r.rule, reason: r.reason}
  },
  learned_from: COLLECT {
    MATCH (m)-[:LEARNED_FROM]->(s:Message)
    WITH s ORDER BY s.thread, s.id
    RETURN {thread: s.thread, message: s.id}
  },
  successions: COLLECT {
    MATCH (m)-[r:SUPERSEDES]-(other:Memory)
    WHERE other.owner < m.owner OR (other.owner = m.owner AND other.id < m.id)
    WITH r, other, startNode(r) = m AS outward ORDER BY other.id, outward
    RETURN {
      replaces: CASE WHEN outward THEN other.id END, replaced_by: CASE WHEN NOT outward THEN other.id END,
      at: toString(r.at), by: r.by, reason: r.reason
    }
  },
  doubts: COLLECT {
    MATCH (m)-[r:MAY_REPLACE]-(other:Memory)
    WHERE other.owner < m.owner OR (other.owner = m.owner AND other.id < m.id)
    WITH r, other, startNode(r) = m AS outward ORDER BY other.id, outward
    RETURN {
      may_replace: CASE WHEN outward THEN other.id END, may_be_replaced_by: CASE WHEN NOT outward THEN other.id END,
      at: toString(r.at), reason: r.reason, dismissed_at: toString(r.dismissed_at)
    }
  }
}
