m {
    .id, .content, .kind, .status, created_at: CASE WHEN m.created_at IS :: ZONED DATETIME THEN m.created_at.epochMillis END,
    about: COLLECT {
      MATCH (m)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root:Person)
      WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
      RETURN DISTINCT root.id
    }
  }
