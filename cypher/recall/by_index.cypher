// Which memories of these owners are nearest to a question, by the vector index, the full-text index and whom they are about?
CALL () {
  «asked_about»
  RETURN collect(root) AS meant
}
CALL (meant) {
  CALL (meant) {
    MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_meaning FOR $vector WHERE m.owner IN $owners AND m.status = 'active' LIMIT $reach)
      SCORE AS closeness
    WITH m, closeness ORDER BY closeness DESC LIMIT $candidates
    RETURN m, false AS asked
  UNION ALL
    CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: $candidates}) YIELD node AS m
    RETURN m, false AS asked
  UNION ALL
    UNWIND meant AS root
    MATCH (m:Memory)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root)
    WHERE m.status = 'active' AND m.embedding_model = $model AND m.embedding IS NOT NULL
    WITH DISTINCT m, vector.similarity.cosine(m.embedding, $vector) AS closeness ORDER BY closeness DESC LIMIT $candidates
    RETURN m, true AS asked
  }
  WITH m, max(asked) AS asked
  WHERE «recallable»
  WITH m, asked, «similarity»
  RETURN collect(«candidate») AS candidates
}
RETURN candidates, COLLECT { UNWIND meant AS root RETURN «person» } AS people
