MATCH (alias:Alias) USING INDEX alias:Alias(owner, lower)
  WHERE alias.owner IN $owners AND alias.lower CONTAINS $called AND alias.ended_at IS NULL
  MATCH (alias)-[:REFERS_TO]->(:Person)-[:MERGED_INTO*0..20]->(root:Person) WHERE root.merged = false
