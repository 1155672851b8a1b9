m {
  .id, .content, .kind, .key, .tags, .confidence, .importance, .status, .metadata, .assistant_key, .owner,
  .embedding_model, .thread_id, .source_message_id, .source_tool_run_id,
  expires_at: CASE WHEN m.expires_at IS :: ZONED DATETIME THEN m.expires_at.epochMillis END,
  valid_from: CASE WHEN m.valid_from IS :: ZONED DATETIME THEN m.valid_from.epochMillis END,
  valid_to: CASE WHEN m.valid_to IS :: ZONED DATETIME THEN m.valid_to.epochMillis END,
  created_at: CASE WHEN m.created_at IS :: ZONED DATETIME THEN m.created_at.epochMillis END,
  updated_at: CASE WHEN m.updated_at IS :: ZONED DATETIME THEN m.updated_at.epochMillis END,
  repeated_at: CASE WHEN m.repeated_at IS :: ZONED DATETIME THEN m.repeated_at.epochMillis END,
  superseded_by: CASE m.status WHEN 'deprecated' THEN head([(newer:Memory)-[:SUPERSEDES]->(m) | newer.id]) END,
  about: COLLECT {
    MATCH (m)-[about:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root:Person)
    WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
    RETURN {subject: about.subject, person: «person»}
  }
}
