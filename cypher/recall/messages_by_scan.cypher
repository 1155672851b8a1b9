// Which messages of these users are nearest to a question, comparing every vector of theirs and words; which facts near it no longer hold?
CALL () {
  MATCH (s:Quotable)
  WHERE $vector IS NOT NULL AND s.owner IN $owners AND s.tenant = $tenant AND s.embedding_model = $model AND s.embedding IS NOT NULL
  WITH s ORDER BY vector.similarity.cosine(s.embedding, $vector) DESC LIMIT $candidates
  RETURN s, 0.0 AS text_score
UNION ALL
  CALL db.index.fulltext.queryNodes('message_text', $lucene, {limit: $candidates}) YIELD node AS s, score AS text_score
  RETURN s, text_score
}
«sayings»
