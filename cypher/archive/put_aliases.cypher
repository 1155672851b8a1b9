// Makes what people are called as an archive has it.
UNWIND $rows AS row
MATCH (p:Person) WHERE p.id IN row.refers_to AND p.tenant = $tenant
MERGE (a:Alias {tenant: $tenant, id: row.id})
ON CREATE SET a += row.properties, a.owner = p.owner, a.lower = toLower(row.properties.text)
MERGE (a)-[:REFERS_TO]->(p)
RETURN count(a) AS rows
