COLLECT {
    MATCH (c:Change)-[:TOUCHED]->(m)
    WHERE c.kind IN ['edit', 'repeat'] AND c.tenant = $tenant
    RETURN {
      before: c.before, after: c.after, at: c.at.epochMillis, undone_at: c.undone_at.epochMillis, reason: c.summary, rule: c.by
    } ORDER BY c.id
  }
