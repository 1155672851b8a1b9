// The web around one person, as known at a moment: their facts, whoever shares one of them, and whom they are tied to.
MATCH (centre:Person {id: $person})
WHERE centre.tenant = $tenant AND centre.owner IN $owners
CALL (centre) {
  MATCH (centre)<-[:MERGED_INTO*0..20]-(:Person)<-[:ABOUT]-(m:Memory)
  WHERE m.status IN $statuses AND m.tenant = $tenant AND m.owner IN $owners
    AND ($kinds IS NULL OR m.kind IN $kinds) AND «known_then»
  WITH DISTINCT m ORDER BY m.id DESC LIMIT $limit
  RETURN collect(m) AS told
}
CALL (centre, told) {
  WITH centre AS root RETURN root
UNION
  UNWIND told AS m MATCH (m)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root:Person) RETURN root
UNION
  MATCH (centre)-[:RELATED_TO]-(:Person)-[:MERGED_INTO*0..20]->(root:Person) RETURN root
}
WITH told, root WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() } AND root.owner IN $owners
WITH told, collect(«knot») AS people
RETURN people, COLLECT { UNWIND told AS m RETURN «strand» } AS facts
