// Ties people to each other as an archive has them. Nobody is merged into two: paths that part again are beyond counting.
UNWIND $rows AS row
CALL (row) {
  MATCH (one:Person {tenant: $tenant, id: row.source})
  MATCH (other:Person {tenant: $tenant, id: row.target})
  WHERE row.type <> 'MERGED_INTO' OR NOT EXISTS { (one)-[:MERGED_INTO]->() }
  CREATE (one)-[r:$(row.type)]->(other)
  SET r += row.properties, r.owner = CASE row.type WHEN 'MAY_BE' THEN one.owner END,
    one.merged = one.merged OR row.type = 'MERGED_INTO'
  RETURN r
}
RETURN count(r) AS rows
