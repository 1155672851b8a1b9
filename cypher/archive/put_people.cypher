// Makes people as an archive has them.
UNWIND $rows AS row
MATCH (o:Owner {id: row.owner}) WHERE o.tenant = $tenant
MERGE (p:Person {id: row.id})
ON CREATE SET p += row.properties, p.tenant = $tenant, p.owner = o.id, p.merged = false,
  p.lower = toLower(coalesce(row.properties.name, '~')),
  p.last_mentioned = coalesce(row.properties.last_mentioned, row.properties.created_at, datetime())
WITH o, p WHERE p.tenant = $tenant
MERGE (p)-[:KNOWN_TO]->(o)
RETURN count(p) AS rows
