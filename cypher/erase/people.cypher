// Deletes people with all they are called, what others are called after them, and the record of changes to them.
CALL () {
  UNWIND $ids AS id
  MATCH (c:Change)-[:TOUCHED]->(p:Person {id: id}) WHERE p.tenant = $tenant
  WITH DISTINCT c
  DETACH DELETE c
  RETURN count(*) AS changes
}
CALL () {
  UNWIND $ids AS id
  MATCH (p:Person {id: id}) WHERE p.tenant = $tenant
  CALL (p) {
    MATCH (a:Alias)-[:REFERS_TO]->(p)
    RETURN a
  UNION
    MATCH (p)-[:RELATED_TO]->(:Person)<-[:REFERS_TO]-(a:Alias {of: p.id})
    RETURN a
  }
  WITH DISTINCT a
  DETACH DELETE a
  RETURN count(*) AS aliases
}
CALL () {
  UNWIND $ids AS id
  MATCH (p:Person {id: id}) WHERE p.tenant = $tenant
  DETACH DELETE p
  RETURN count(*) AS people
}
RETURN people, aliases, changes
