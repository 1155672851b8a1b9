// Writes what was decided about an owner's claims: new memories, memories said again, memories outdated.
MATCH (o:Owner {id: $owner})
SET o.awaiting_vectors = coalesce(o.awaiting_vectors, false) OR $awaiting_vectors
  OR EXISTS { (s:Schema {id: 'graphmem'}) WHERE s.embedding_model <> $model }
WITH o
CALL (o) {
  UNWIND $added AS row
  MERGE (m:Memory {id: row.id})
  ON CREATE SET m += row, m.tenant = $tenant, m.owner = $owner, m.owner_token = $owner_token
  MERGE (m)-[:OWNED_BY]->(o)
}
CALL () {
  UNWIND $repeated AS row
  MATCH (m:Memory {id: row.id}) WHERE m.tenant = $tenant AND m.owner IN $owners
  SET m += row
}
CALL () {
  UNWIND $superseded AS row
  MATCH (new:Memory {id: row.new}) WHERE new.tenant = $tenant AND new.owner IN $owners
  WITH row, new
  MATCH (old:Memory {id: row.old}) WHERE old.tenant = $tenant AND old.owner IN $owners
  MERGE (new)-[s:SUPERSEDES]->(old)
  ON CREATE SET s.at = row.at, s.reason = row.reason, s.by = row.by
  SET old.status = 'deprecated', old.updated_at = row.at
}
RETURN o.id AS owner
