// Writes one change to people and memories, and the record that it can be taken back by.
MATCH (o:Owner {id: $owner}) WHERE o.tenant = $tenant
SET o.awaiting_vectors = coalesce(o.awaiting_vectors, false) OR $awaiting_vectors
WITH o
CALL () {
  UNWIND $people AS row
  CREATE (p:Person {tenant: $tenant, id: row.id}) SET p += row.properties, p.tenant = $tenant, p.merged = false
}
CALL () {
  UNWIND $aliases AS row
  CREATE (a:Alias {tenant: $tenant, id: row.id})
  SET a += row.properties, a.tenant = $tenant, a.lower = toLower(row.properties.text)
}
CALL () {
  UNWIND $changed AS row
  MATCH (n:Person|Memory {tenant: $tenant, id: row.id})
  WHERE row.label IN labels(n) AND ($owners IS NULL OR n.owner IN $owners)
  SET n += row.properties
}
CALL () {
  UNWIND $untied AS row
  MATCH (source:Person|Memory|Alias {tenant: $tenant, id: row.source})
  MATCH (source)-[r:$(row.type)]->(target:Person|Memory|Owner {tenant: $tenant, id: row.target})
  WHERE coalesce(r.kind, '') = row.kind
  DELETE r
}
CALL () {
  UNWIND $tied AS row
  MATCH (source:Person|Memory|Alias {tenant: $tenant, id: row.source})
  MATCH (target:Person|Memory|Owner {tenant: $tenant, id: row.target})
  WHERE NOT (row.type = 'MERGED_INTO' AND EXISTS { (source)-[:MERGED_INTO]->() })
    AND NOT (row.type = 'SUPERSEDES' AND EXISTS { (target)<-[:SUPERSEDES]-() })
  CREATE (source)-[r:$(row.type)]->(target) SET r += row.properties
  SET r.owner = CASE WHEN row.type IN ['MAY_BE', 'MAY_REPLACE', 'SUPERSEDES'] THEN source.owner END
}
CALL () {
  UNWIND $people + $changed AS row
  MATCH (p:Person {tenant: $tenant, id: row.id})
  SET p.lower = toLower(coalesce(p.name, '~'))
}
CALL () {
  UNWIND $tied + $untied AS row
  WITH row WHERE row.type = 'MERGED_INTO'
  MATCH (p:Person {tenant: $tenant, id: row.source})
  SET p.merged = EXISTS { (p)-[:MERGED_INTO]->() }
}
CALL () {
  UNWIND $aliases AS row
  MATCH (a:Alias {tenant: $tenant, id: row.id})-[:REFERS_TO]->(p:Person)
  SET a.owner = p.owner
}
CALL () {
  UNWIND $removed AS id
  MATCH (n:Person|Alias {tenant: $tenant, id: id})
  DETACH DELETE n
}
CALL (o) {
  UNWIND $record AS row
  CREATE (c:Change {tenant: $tenant, id: row.id}) SET c += row, c.owner = o.id
  WITH c
  UNWIND $touched AS id
  MATCH (n:Person|Memory {tenant: $tenant, id: id})
  CREATE (c)-[:TOUCHED]->(n)
}
CALL () {
  UNWIND $undone AS row
  MATCH (c:Change {tenant: $tenant, id: row.id})
  SET c.undone_at = row.at
}
RETURN o.id AS id
