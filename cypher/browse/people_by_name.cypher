// A page of the people known to these owners in the order of their names, those without one last, and how many there are.
CALL () {
  UNWIND $owners AS whose
  CALL (whose) {
    MATCH (p:Person) USING INDEX p:Person(owner, merged, lower, id)
    WHERE p.owner = whose AND p.merged = false AND p.lower IS NOT NULL AND p.id IS NOT NULL
    RETURN p ORDER BY p.owner, p.merged, p.lower, p.id LIMIT $skip + $limit
  }
  WITH p AS root ORDER BY root.lower, root.id SKIP $skip LIMIT $limit
  WITH root WHERE root.tenant = $tenant
  RETURN collect(«acquaintance») AS people
}
RETURN people, «how_many_people» AS total
