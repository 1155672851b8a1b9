// Which memories of these owners are nearest to a question, comparing every vector of theirs?
CALL () {
  MATCH (m:Memory)
  WHERE m.owner IN $owners AND m.status = 'active' AND m.embedding_model = $model AND m.embedding IS NOT NULL
  WITH m, vector.similarity.cosine(m.embedding, $vector) AS closeness ORDER BY closeness DESC LIMIT $candidates
  RETURN m, closeness, 0.0 AS text_score, false AS asked
UNION ALL
  CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: $candidates}) YIELD node AS m, score AS text_score
  RETURN m, null AS closeness, text_score, false AS asked
UNION ALL
  «asked_about»
  RETURN m, closeness, 0.0 AS text_score, true AS asked
}
WITH m, max(closeness) AS closeness, max(text_score) AS text_score, max(asked) AS asked
WHERE «recallable»
WITH m, text_score, asked, 2 * CASE WHEN closeness IS NOT NULL THEN closeness
  WHEN m.embedding_model = $model THEN vector.similarity.cosine(m.embedding, $vector) END - 1 AS similarity
WITH collect({memory: «memory», similarity: similarity, text_score: text_score, outdated: «outdated», asked: asked}) AS candidates
CALL () {
  «lately_heard»
  RETURN collect(«person») AS people
}
RETURN candidates, people
