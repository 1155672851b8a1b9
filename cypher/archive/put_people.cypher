// Makes people as an archive has them.
UNWIND $rows AS row
MATCH (o:Owner {id: row.owner}) WHERE o.tenant = $tenant
MERGE (p:Person {id: row.id})
ON CREATE SET p += row.properties, p.tenant = $tenant, p.owner = o.id
WITH o, p WHERE p.tenant = $tenant
MERGE (p)-[:KNOWN_TO]->(o)
RETURN count(p) AS rows
