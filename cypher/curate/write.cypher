// Writes one change to people and memories, and the record that it can be taken back by.
MATCH (o:Owner {id: $owner}) WHERE o.tenant = $tenant
SET o.awaiting_vectors = coalesce(o.awaiting_vectors, false) OR $awaiting_vectors
WITH o
CALL () {
  UNWIND $people AS row
  CREATE (p:Person {id: row.id}) SET p += row.properties, p.merged = false
}
CALL () {
  UNWIND $aliases AS row
  CREATE (a:Alias {id: row.id}) SET a += row.properties, a.lower = toLower(row.properties.text)
}
CALL () {
  UNWIND $changed AS row
  MATCH (n:Person|Memory {id: row.id}) WHERE n.tenant = $tenant AND ($owners IS NULL OR n.owner IN $owners)
  SET n += row.properties
}
CALL () {
  UNWIND $untied AS row
  MATCH (source:Person|Memory|Alias {id: row.source})-[r:$(row.type)]->(target:Person|Memory|Owner {id: row.target})
  WHERE coalesce(r.kind, '') = row.kind
  DELETE r
}
CALL () {
  UNWIND $tied AS row
  MATCH (source:Person|Memory|Alias {id: row.source})
  MATCH (target:Person|Memory|Owner {id: row.target})
  CREATE (source)-[r:$(row.type)]->(target) SET r += row.properties
  SET r.owner = CASE WHEN row.type IN ['MAY_BE', 'MAY_REPLACE', 'SUPERSEDES'] THEN source.owner END
}
CALL () {
  UNWIND $people + $changed AS row
  MATCH (p:Person {id: row.id}) WHERE p.tenant = $tenant
  SET p.lower = toLower(coalesce(p.name, '~'))
}
CALL () {
  UNWIND $tied + $untied AS row
  WITH row WHERE row.type = 'MERGED_INTO'
  MATCH (p:Person {id: row.source}) WHERE p.tenant = $tenant
  SET p.merged = EXISTS { (p)-[:MERGED_INTO]->() }
}
CALL () {
  UNWIND $aliases AS row
  MATCH (a:Alias {id: row.id})-[:REFERS_TO]->(p:Person)
  SET a.owner = p.owner
}
CALL () {
  UNWIND $removed AS id
  MATCH (n:Person|Alias {id: id})
  DETACH DELETE n
}
CALL (o) {
  UNWIND $record AS row
  CREATE (c:Change {id: row.id}) SET c += row, c.tenant = $tenant, c.owner = o.id
  WITH c
  UNWIND $touched AS id
  MATCH (n:Person|Memory {id: id}) WHERE n.tenant = $tenant
  CREATE (c)-[:TOUCHED]->(n)
}
CALL () {
  UNWIND $undone AS row
  MATCH (c:Change {id: row.id}) WHERE c.tenant = $tenant
  SET c.undone_at = row.at
}
RETURN o.id AS id
