// Which memories of these owners are nearest to a question, by the vector index (with what was said before and after the nearest),
// the full-text index and whom they are about?
CALL () {
  «asked_about»
  RETURN collect(root) AS meant
}
CALL () {
  MATCH (m:Memory)
    SEARCH m IN (VECTOR INDEX memory_meaning FOR $vector WHERE m.owner IN $owners AND m.status = 'active' LIMIT $reach)
    SCORE AS closeness
  WITH m ORDER BY closeness DESC LIMIT $candidates
  RETURN collect(m) AS near
}
CALL (meant, near) {
  CALL (meant, near) {
    UNWIND near AS m
    RETURN m, false AS asked
  UNION ALL
    UNWIND near[..20] AS found
    CALL (found) {
      MATCH (m:Memory) USING INDEX m:Memory(owner, status, id)
      WHERE m.owner = found.owner AND m.status = 'active' AND m.id > found.id AND m.tenant = $tenant
      RETURN m ORDER BY m.owner, m.status, m.id LIMIT 2
    UNION ALL
      MATCH (m:Memory) USING INDEX m:Memory(owner, status, id)
      WHERE m.owner = found.owner AND m.status = 'active' AND m.id < found.id AND m.tenant = $tenant
      RETURN m ORDER BY m.owner DESC, m.status DESC, m.id DESC LIMIT 2
    }
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
