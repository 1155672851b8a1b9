// Which memories of these owners are nearest to a question, by the vector index and the full-text index?
CALL () {
  MATCH (m:Memory)
    SEARCH m IN (VECTOR INDEX memory_meaning FOR $vector WHERE m.owner IN $owners AND m.status = 'active' LIMIT $reach)
    SCORE AS closeness
  WITH m, closeness ORDER BY closeness DESC LIMIT $candidates
  RETURN m, 0.0 AS text_score, false AS asked
UNION ALL
  CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: $candidates}) YIELD node AS m, score AS text_score
  RETURN m, text_score, false AS asked
UNION ALL
  «asked_about»
  RETURN m, 0.0 AS text_score, true AS asked
}
WITH m, max(text_score) AS text_score, max(asked) AS asked
WHERE «recallable»
WITH m, text_score, asked,
  CASE WHEN m.embedding_model = $model THEN 2 * vector.similarity.cosine(m.embedding, $vector) - 1 END AS similarity
WITH collect({memory: «memory», similarity: similarity, text_score: text_score, outdated: «outdated», asked: asked}) AS candidates
CALL () {
  «lately_heard»
  RETURN collect(«person») AS people
}
RETURN candidates, people
