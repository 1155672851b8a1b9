CASE WHEN m.embedding_model = $model AND $vector IS NOT NULL THEN 2 * vector.similarity.cosine(m.embedding, $vector) - 1 END AS similarity
