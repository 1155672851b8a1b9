c {
  .id, .owner, .kind, .by, .summary, .before, .after, at: c.at.epochMillis, undone_at: c.undone_at.epochMillis,
  people: [(c)-[:TOUCHED]->(p:Person) | p.id], memories: [(c)-[:TOUCHED]->(m:Memory) | m.id]
}
