// The people and facts of these owners as a web, as known at a moment: the newest facts, and whom was spoken of last.
CALL () {
  UNWIND $owners AS whose
  UNWIND $statuses AS status
  CALL (whose, status) {
    MATCH (m:Memory) USING INDEX m:Memory(owner, status, id)
    WHERE m.owner = whose AND m.status = status AND m.id < '~' AND m.tenant = $tenant
      AND ($kinds IS NULL OR m.kind IN $kinds) AND «known_then»
    RETURN m ORDER BY m.owner DESC, m.status DESC, m.id DESC LIMIT $limit
  }
  WITH m ORDER BY m.id DESC LIMIT $limit
  RETURN collect(«strand») AS facts
}
CALL () {
  MATCH (root:Person)
  WHERE root.owner IN $owners AND root.tenant = $tenant AND NOT EXISTS { (root)-[:MERGED_INTO]->() }
    AND ($as_of IS NULL OR root.created_at <= $as_of)
  WITH root ORDER BY root.last_mentioned DESC LIMIT $limit
  RETURN collect(«knot») AS people
}
RETURN people, facts
