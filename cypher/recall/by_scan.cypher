// Which memories of these owners are nearest to a question, comparing all of them?
CALL () {
  «asked_about»
  RETURN collect(root) AS meant
}
CALL (meant) {
  MATCH (m:Memory)
  WHERE «recallable»
  WITH meant, m, «similarity»
  ORDER BY coalesce(similarity, -2) DESC LIMIT $candidates
  WITH m, similarity, size(meant) > 0 AND EXISTS {
    (m)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root:Person) WHERE root IN meant
  } AS asked
  RETURN collect(«candidate») AS candidates
}
RETURN candidates, COLLECT { UNWIND meant AS root RETURN «person» } AS people
