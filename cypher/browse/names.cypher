// What people known to these owners are called, in the order of their names.
UNWIND $owners AS whose
CALL (whose) {
  MATCH (p:Person) USING INDEX p:Person(owner, merged, lower, id)
  WHERE p.owner = whose AND p.merged = false AND p.lower IS NOT NULL AND p.id IS NOT NULL
  RETURN p ORDER BY p.owner, p.merged, p.lower, p.id LIMIT $limit
}
WITH p AS root ORDER BY root.lower, root.id LIMIT $limit
WITH root WHERE root.tenant = $tenant
RETURN collect(«person») AS people
