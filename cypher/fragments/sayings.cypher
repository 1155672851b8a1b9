WITH s, max(text_score) AS text_score
WHERE «quotable»
WITH s, text_score,
  CASE WHEN s.embedding_model = $model THEN 2 * vector.similarity.cosine(s.embedding, $vector) - 1 END AS similarity
WITH collect(«saying») AS sayings
RETURN sayings, CASE WHEN size(sayings) = 0 THEN [] ELSE COLLECT {
    «retired»
  } END AS retired
