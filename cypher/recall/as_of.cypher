// Which memories of these owners were nearest to a question at a past moment, comparing all of them?
CALL () {
  MATCH (m:Memory)
  WHERE «recallable_then»
  WITH m, «similarity»
  ORDER BY coalesce(similarity, -2) DESC LIMIT $candidates
  RETURN m, similarity
UNION
  CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: 10 * $candidates}) YIELD node AS m
  WHERE m:Memory AND «recallable_then»
  WITH m LIMIT $candidates
  RETURN m, «similarity»
}
WITH m, similarity, false AS asked
WITH collect(«candidate») AS candidates
RETURN candidates, [] AS people
