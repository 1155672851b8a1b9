// A page of the people known to these owners, those with most facts that hold first, and how many there are.
// Nobody has more of these than were ever told of them and of those merged into them. So, as a rule, it is enough to look at
// those who were told most of, of whom as much was told as of the last of these (lately heard first), and who was merged into.
CALL () {
  MATCH (p:Person) WHERE p.owner IN $owners
  WITH p, COUNT { (p)<-[:ABOUT]-() } AS told ORDER BY told DESC LIMIT 2 * ($skip + $limit)
  WITH collect({person: p, told: told}) AS first, min(told) AS least
  RETURN [one IN first WHERE one.told > least | one.person] AS most, least, size(first) AS many
}
CALL (least) {
  UNWIND $owners AS whose
  CALL (whose, least) {
    MATCH (p:Person) USING INDEX p:Person(owner, merged, last_mentioned, id)
    WHERE p.owner = whose AND p.merged = false AND p.last_mentioned IS NOT NULL AND p.id IS NOT NULL
      AND COUNT { (p)<-[:ABOUT]-() } = least
    RETURN p ORDER BY p.owner DESC, p.merged DESC, p.last_mentioned DESC, p.id DESC LIMIT 2 * ($skip + $limit)
  }
  RETURN collect(p) AS next
}
CALL () {
  MATCH (p:Person) USING INDEX p:Person(owner, merged, last_mentioned, id)
  WHERE p.owner IN $owners AND p.merged = true AND p.last_mentioned IS NOT NULL AND p.id IS NOT NULL
  MATCH (p)-[:MERGED_INTO*1..20]->(root:Person)
  RETURN collect(DISTINCT root) AS joined
}
CALL (most, next, joined) {
  UNWIND most + next + joined AS root
  WITH DISTINCT root WHERE root.merged = false
  WITH root, «facts_that_hold» AS hold ORDER BY hold DESC, «facts_alike»
  RETURN collect(root) AS likely, collect(hold) AS holding
}
WITH likely, least <= holding[$skip + $limit - 1] OR many < 2 * ($skip + $limit) AS enough
CALL (enough) {
  UNWIND CASE WHEN enough THEN [] ELSE $owners END AS whose
  MATCH (root:Person) WHERE root.owner = whose AND root.merged = false
  WITH root, «facts_that_hold» AS hold ORDER BY hold DESC, «facts_alike» LIMIT $skip + $limit
  RETURN collect(root) AS closely
}
CALL (likely, enough, closely) {
  UNWIND (CASE WHEN enough THEN likely ELSE closely END)[$skip..$skip + $limit] AS root
  WITH root WHERE root.tenant = $tenant
  RETURN collect(«acquaintance») AS people
}
RETURN people, «how_many_people» AS total
