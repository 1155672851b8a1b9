// Which memories about one person are nearest to a question, comparing every vector of theirs and words?
CALL () {
  MATCH (part:Person)-[:MERGED_INTO*0..20]->(:Person {tenant: $tenant, id: $person})
  MATCH (m:Memory)-[:ABOUT]->(part)
  WHERE «recallable»
  WITH DISTINCT m, CASE WHEN m.embedding_model = $model AND $vector IS NOT NULL
    THEN 2 * vector.similarity.cosine(m.embedding, $vector) - 1 END AS similarity
  ORDER BY coalesce(similarity, -2) DESC LIMIT $candidates
  RETURN m, similarity, 0.0 AS text_score
UNION ALL
  CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: 10 * $candidates}) YIELD node AS m, score AS text_score
  WHERE m:Memory AND «recallable»
    AND EXISTS { (m)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(:Person {tenant: $tenant, id: $person}) }
  RETURN m, CASE WHEN m.embedding_model = $model AND $vector IS NOT NULL
    THEN 2 * vector.similarity.cosine(m.embedding, $vector) - 1 END AS similarity, text_score LIMIT $candidates
}
WITH m, max(similarity) AS similarity, max(text_score) AS text_score
WITH collect({memory: «memory», similarity: similarity, text_score: text_score, outdated: «outdated»}) AS candidates
RETURN candidates, [] AS people
