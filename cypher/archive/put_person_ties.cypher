// Ties people to each other as an archive has them.
UNWIND $rows AS row
MATCH (one:Person {id: row.source}) WHERE one.tenant = $tenant
WITH row, one
MATCH (other:Person {id: row.target}) WHERE other.tenant = $tenant
CREATE (one)-[r:$(row.type)]->(other)
SET r += row.properties, r.owner = CASE row.type WHEN 'MAY_BE' THEN one.owner END,
  one.merged = one.merged OR row.type = 'MERGED_INTO'
RETURN count(r) AS rows
