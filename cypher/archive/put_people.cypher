// Makes people as an archive has them.
UNWIND $rows AS row
MATCH (o:Owner {id: row.owner}) WHERE o.tenant = $tenant
MERGE (p:Person {tenant: $tenant, id: row.id})
ON CREATE SET p += row.properties, p.owner = o.id, p.merged = false,
  p.lower = toLower(coalesce(row.properties.name, '~')),
  p.last_mentioned = coalesce(row.properties.last_mentioned, row.properties.created_at, datetime())
MERGE (p)-[:KNOWN_TO]->(o)
RETURN count(p) AS rows
