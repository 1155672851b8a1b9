// Puts changes on record as an archive has them.
UNWIND $rows AS row
MERGE (c:Change {id: row.id})
ON CREATE SET c += row.properties, c.tenant = $tenant
WITH c, row WHERE c.tenant = $tenant
CALL (c, row) {
  UNWIND row.touched AS id
  MATCH (n:Person|Memory {id: id}) WHERE n.tenant = $tenant AND ($owners IS NULL OR n.owner IN $owners)
  MERGE (c)-[:TOUCHED]->(n)
}
RETURN count(c) AS rows
