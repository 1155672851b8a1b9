m {
    .id, .content, .kind, .status, created_at: m.created_at.epochMillis,
    about: COLLECT {
      MATCH (m)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root:Person)
      WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
      RETURN DISTINCT root.id
    }
  }
