// Deletes those of these people of whom no memory is left, neither of them nor of anybody who is known through them.
CALL () {
  UNWIND $ids AS id
  MATCH (:Person {tenant: $tenant, id: id})-[:MERGED_INTO]-{0,20}(p:Person)
  WHERE p.tenant = $tenant
  WITH DISTINCT p
  WHERE NOT EXISTS { (p)-[:MERGED_INTO]-{0,20}(:Person)<-[:ABOUT]-() }
    AND NOT EXISTS { (p)-[:RELATED_TO]->{1,3}(:Person)<-[:ABOUT]-() }
  RETURN collect(p) AS gone
}
CALL (gone) {
  UNWIND gone AS p
  MATCH (c:Change)-[:TOUCHED]->(p)
  WITH DISTINCT c
  DETACH DELETE c
  RETURN count(*) AS changes
}
CALL (gone) {
  UNWIND gone AS p
  MATCH (a:Alias)-[:REFERS_TO]->(p)
  DETACH DELETE a
  RETURN count(*) AS aliases
}
CALL (gone) {
  UNWIND gone AS p
  DETACH DELETE p
  RETURN count(*) AS people
}
RETURN people, aliases, changes
