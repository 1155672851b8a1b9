// Which messages of these users are nearest to a question, by the vector index and the full-text index; which facts near it no longer hold?
CALL () {
  MATCH (s:Quotable)
    SEARCH s IN (VECTOR INDEX message_meaning FOR $vector WHERE s.owner IN $owners LIMIT $reach)
    SCORE AS closeness
  WITH s, closeness ORDER BY closeness DESC LIMIT $candidates
  RETURN s, 0.0 AS text_score
UNION ALL
  CALL db.index.fulltext.queryNodes('message_text', $lucene, {limit: $candidates}) YIELD node AS s, score AS text_score
  RETURN s, text_score
}
WITH s, max(text_score) AS text_score
WHERE «quotable»
WITH s, text_score,
  CASE WHEN s.embedding_model = $model THEN 2 * vector.similarity.cosine(s.embedding, $vector) - 1 END AS similarity
WITH collect(«saying») AS sayings
RETURN sayings, CASE WHEN size(sayings) = 0 THEN [] ELSE COLLECT {
    «retired»
  } END AS retired
