// Which people and facts of these owners does a half-typed text mean?
CALL () {
  CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: $reach}) YIELD node AS m
  WHERE m:Memory AND m.tenant = $tenant AND m.owner IN $owners AND m.status = 'active'
    AND (m.expires_at IS NULL OR m.expires_at > $now)
  WITH m LIMIT $limit
  RETURN collect(«memory») AS memories
}
CALL () {
  «called»
  WITH root, max(CASE WHEN alias.lower STARTS WITH $called THEN 1 ELSE 0 END) AS begins
  ORDER BY begins DESC, root.last_mentioned DESC, root.id DESC LIMIT $limit
  RETURN collect(«acquaintance») AS people
}
RETURN people, memories
