c {
  .id, .owner, .kind, .by, .summary, .before, .after, at: CASE WHEN c.at IS :: ZONED DATETIME THEN c.at.epochMillis END, undone_at: CASE WHEN c.undone_at IS :: ZONED DATETIME THEN c.undone_at.epochMillis END,
  people: [(c)-[:TOUCHED]->(p:Person) | p.id], memories: [(c)-[:TOUCHED]->(m:Memory) | m.id]
}
