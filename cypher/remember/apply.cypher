// Writes what was decided about an owner's claims: people, new memories, memories said again, memories outdated.
MATCH (o:Owner {id: $owner, tenant: $tenant})
SET o.awaiting_vectors = coalesce(o.awaiting_vectors, false) OR $awaiting_vectors
  OR EXISTS { (s:Schema {id: 'graphmem'}) WHERE s.embedding_model <> $model },
  o.things = $things
WITH o
CALL (o) {
  UNWIND $people AS row
  MERGE (p:Person {tenant: $tenant, id: row.id})
  ON CREATE SET p.owner = $owner, p.gender = row.gender, p.created_at = row.at, p.last_mentioned = row.at,
    p.status = 'active', p.merged = false, p.lower = '~', p.rule = row.rule, p.reason = row.reason
  MERGE (p)-[:KNOWN_TO]->(o)
}
CALL () {
  UNWIND $aliases AS row
  MATCH (p:Person {id: row.person}) WHERE p.tenant = $tenant AND p.owner IN $owners
  MERGE (a:Alias {tenant: $tenant, id: row.id})
  ON CREATE SET a += row.properties, a.owner = p.owner, a.lower = toLower(row.properties.text)
  MERGE (a)-[:REFERS_TO]->(p)
  SET p.name = CASE WHEN row.properties.kind = 'name' THEN coalesce(p.name, row.properties.text) ELSE p.name END
  SET p.lower = toLower(coalesce(p.name, '~'))
  WITH row, p WHERE row.properties.of IS NOT NULL
  MATCH (whose:Person {id: row.properties.of}) WHERE whose.tenant = $tenant AND whose.owner IN $owners
  MERGE (whose)-[:RELATED_TO {kind: row.properties.relation}]->(p)
}
CALL () {
  UNWIND $ended AS row
  MATCH (a:Alias)-[:REFERS_TO]->(:Person)-[:MERGED_INTO*0..20]->(p:Person {id: row.person})
  WHERE p.tenant = $tenant AND p.owner IN $owners AND a.kind = 'relation' AND a.text = row.text
    AND a.former = row.former AND a.ended_at IS NULL
  SET a.ended_at = row.at
}
CALL () {
  UNWIND $joined AS row
  MATCH (other:Person {id: row.other}) WHERE other.tenant = $tenant AND other.owner IN $owners
  WITH row, other
  MATCH (p:Person {id: row.person}) WHERE p.tenant = $tenant AND p.owner IN $owners
  MERGE (other)-[j:MERGED_INTO]->(p)
  ON CREATE SET j.at = row.at, j.by = row.rule, j.reason = row.reason
  SET p.name = coalesce(p.name, other.name), other.merged = true
  SET p.lower = toLower(coalesce(p.name, '~'))
}
CALL () {
  UNWIND $suggested AS row
  MATCH (p:Person {id: row.person}) WHERE p.tenant = $tenant AND p.owner IN $owners
  WITH row, p
  MATCH (other:Person {id: row.other}) WHERE other.tenant = $tenant AND other.owner IN $owners
  MERGE (p)-[s:MAY_BE]->(other)
  ON CREATE SET s.at = row.at, s.reason = row.reason, s.owner = p.owner
}
CALL () {
  UNWIND $mentioned AS row
  MATCH (p:Person {id: row.person}) WHERE p.tenant = $tenant AND p.owner IN $owners
  SET p.last_mentioned = row.at
}
CALL (o) {
  UNWIND $added AS row
  MERGE (m:Memory {tenant: $tenant, id: row.id})
  ON CREATE SET m += row, m.owner = $owner, m.owner_token = $owner_token
  MERGE (m)-[:OWNED_BY]->(o)
}
CALL () {
  UNWIND $repeated AS row
  MATCH (m:Memory {id: row.id}) WHERE m.tenant = $tenant AND m.owner IN $owners
  SET m += row
}
CALL () {
  UNWIND $about AS row
  MATCH (m:Memory {id: row.memory}) WHERE m.tenant = $tenant AND m.owner IN $owners
  WITH row, m
  MATCH (p:Person {id: row.person}) WHERE p.tenant = $tenant AND p.owner IN $owners
  MERGE (m)-[a:ABOUT]->(p)
  ON CREATE SET a.subject = row.subject, a.rule = row.rule, a.reason = row.reason
}
CALL () {
  UNWIND $superseded AS row
  MATCH (new:Memory {id: row.new}) WHERE new.tenant = $tenant AND new.owner IN $owners
  WITH row, new
  MATCH (old:Memory {id: row.old}) WHERE old.tenant = $tenant AND old.owner IN $owners
  MERGE (new)-[s:SUPERSEDES]->(old)
  ON CREATE SET s.at = row.at, s.reason = row.reason, s.by = row.by, s.owner = new.owner
  SET old.status = 'deprecated', old.updated_at = row.now,
    old.valid_to = CASE WHEN old.valid_to < row.at THEN old.valid_to ELSE row.at END
}
CALL () {
  UNWIND $overtaken AS row
  MATCH (new:Memory {id: row.new})-[s:SUPERSEDES]->(old:Memory {id: row.old})
  WHERE new.tenant = $tenant AND new.owner IN $owners AND old.owner IN $owners
  DELETE s
}
CALL () {
  UNWIND $doubted AS row
  MATCH (new:Memory {id: row.new}) WHERE new.tenant = $tenant AND new.owner IN $owners
  WITH row, new
  MATCH (old:Memory {id: row.old}) WHERE old.tenant = $tenant AND old.owner IN $owners
  MERGE (new)-[d:MAY_REPLACE]->(old)
  ON CREATE SET d.at = row.at, d.reason = row.reason, d.owner = new.owner
}
CALL (o) {
  UNWIND $changes AS row
  CREATE (c:Change {tenant: $tenant, id: row.record.id}) SET c += row.record, c.owner = o.id
  WITH c, row
  UNWIND row.touched AS id
  MATCH (n:Person|Memory {id: id}) WHERE n.tenant = $tenant AND n.owner IN $owners
  CREATE (c)-[:TOUCHED]->(n)
}
RETURN o.id AS owner
