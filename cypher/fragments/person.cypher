root {
  .id, .name,
  calls: COLLECT {
    MATCH (part:Person)-[:MERGED_INTO*0..20]->(root)
    MATCH (alias:Alias)-[:REFERS_TO]->(part) WHERE alias.ended_at IS NULL
    RETURN alias {.text, .kind, .relation, .former, .of, .rank} ORDER BY alias.rank
  }
}
