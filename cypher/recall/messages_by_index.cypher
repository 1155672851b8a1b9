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
«sayings»
