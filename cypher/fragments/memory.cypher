m {
  .id, .content, .kind, .key, .tags, .confidence, .importance, .status, .metadata, .assistant_key, .owner,
  .embedding_model, .thread_id, .source_message_id, .source_tool_run_id,
  expires_at: m.expires_at.epochMillis, valid_from: m.valid_from.epochMillis, valid_to: m.valid_to.epochMillis,
  created_at: m.created_at.epochMillis, updated_at: m.updated_at.epochMillis, repeated_at: m.repeated_at.epochMillis,
  superseded_by: CASE m.status WHEN 'deprecated' THEN head([(newer:Memory)-[:SUPERSEDES]->(m) | newer.id]) END,
  about: COLLECT {
    MATCH (m)-[about:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root:Person)
    WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
    RETURN {subject: about.subject, person: «person»}
  }
}
