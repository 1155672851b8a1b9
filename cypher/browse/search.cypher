// Which people and facts of these owners does a half-typed text mean?
CALL () {
  CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: $reach}) YIELD node AS m
  WHERE m:Memory AND m.tenant = $tenant AND m.owner IN $owners AND m.status = 'active'
    AND (m.expires_at IS NULL OR m.expires_at > $now)
  WITH m LIMIT $limit
  RETURN collect(«memory») AS memories
}
CALL () {
  MATCH (root:Person)
  WHERE root.owner IN $owners AND root.tenant = $tenant AND NOT EXISTS { (root)-[:MERGED_INTO]->() }
  MATCH (alias:Alias)-[:REFERS_TO]->(:Person)-[:MERGED_INTO*0..20]->(root)
  WHERE alias.ended_at IS NULL AND toLower(alias.text) CONTAINS $called
  WITH root, max(CASE WHEN toLower(alias.text) STARTS WITH $called THEN 1 ELSE 0 END) AS begins
  ORDER BY begins DESC, root.last_mentioned DESC LIMIT $limit
  RETURN collect({
    person: «person», last_heard: root.last_mentioned.epochMillis,
    memories: COUNT {
      MATCH (m:Memory)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root) WHERE m.status = 'active' AND m.tenant = $tenant
    }
  }) AS people
}
RETURN people, memories
