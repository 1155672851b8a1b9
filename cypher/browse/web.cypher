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
  UNWIND $owners AS whose
  CALL (whose) {
    MATCH (p:Person) USING INDEX p:Person(owner, merged, last_mentioned, id)
    WHERE p.owner = whose AND p.merged = false AND p.last_mentioned IS NOT NULL AND p.id IS NOT NULL
      AND ($as_of IS NULL OR p.created_at <= $as_of)
    RETURN p ORDER BY p.owner DESC, p.merged DESC, p.last_mentioned DESC, p.id DESC LIMIT $limit
  }
  WITH p AS root ORDER BY root.last_mentioned DESC, root.id DESC LIMIT $limit
  RETURN collect(«knot») AS people
}
RETURN people, facts
