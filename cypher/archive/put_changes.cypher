// Puts changes on record as an archive has them.
UNWIND $rows AS row
MERGE (c:Change {tenant: $tenant, id: row.id})
ON CREATE SET c += row.properties
WITH c, row
CALL (c, row) {
  UNWIND row.touched AS id
  MATCH (n:Person|Memory {id: id}) WHERE n.tenant = $tenant AND ($owners IS NULL OR n.owner IN $owners)
  MERGE (c)-[:TOUCHED]->(n)
}
RETURN count(c) AS rows
