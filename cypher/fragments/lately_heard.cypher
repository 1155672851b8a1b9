UNWIND $owners AS whose
  CALL (whose) {
    MATCH (p:Person) USING INDEX p:Person(owner, merged, last_mentioned, id)
    WHERE p.owner = whose AND p.merged = false AND p.last_mentioned IS NOT NULL AND p.id IS NOT NULL
    RETURN p ORDER BY p.owner DESC, p.merged DESC, p.last_mentioned DESC, p.id DESC LIMIT $lately
  }
  WITH p AS root ORDER BY root.last_mentioned DESC, root.id DESC LIMIT $lately
