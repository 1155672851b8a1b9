MATCH (m)-[:LEARNED_FROM]->(s:Message)
  REMOVE s:Quotable
  SET s.withdrawn = true, s.embedding = null
