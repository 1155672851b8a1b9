MATCH (c:Change)-[:TOUCHED]->(m) WHERE c.kind <> 'split'
  DETACH DELETE c
