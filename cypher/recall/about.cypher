// Which memories about one person are nearest to a question, comparing every vector of theirs?
MATCH (part:Person)-[:MERGED_INTO*0..20]->(:Person {tenant: $tenant, id: $person})
MATCH (m:Memory)-[:ABOUT]->(part)
WHERE «recallable»
WITH DISTINCT m, CASE WHEN m.embedding_model = $model AND $vector IS NOT NULL
  THEN 2 * vector.similarity.cosine(m.embedding, $vector) - 1 END AS similarity
ORDER BY similarity DESC LIMIT $candidates
WITH collect({memory: «memory», similarity: similarity, text_score: 0.0, outdated: «outdated»}) AS candidates
RETURN candidates, [] AS people
