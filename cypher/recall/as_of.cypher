// Which memories of these owners were nearest to a question at a past moment, comparing every vector of theirs?
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status IS NOT NULL AND m.tenant = $tenant AND m.confidence >= $min_confidence
  AND (m.expires_at IS NULL OR m.expires_at > $now)
  AND (m.assistant_key IS NULL OR m.assistant_key = $assistant_key)
  AND «known_then»
  AND ($person IS NULL OR EXISTS { (m)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(:Person {id: $person}) })
WITH m, CASE WHEN m.embedding_model = $model AND $vector IS NOT NULL
  THEN 2 * vector.similarity.cosine(m.embedding, $vector) - 1 END AS similarity
ORDER BY similarity DESC LIMIT $candidates
WITH collect({memory: «memory», similarity: similarity, text_score: 0.0, outdated: «outdated»}) AS candidates
RETURN candidates, [] AS people
