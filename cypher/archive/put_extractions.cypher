// Puts runs on record as an archive has them.
UNWIND $rows AS row
MERGE (x:Extraction {id: row.id})
ON CREATE SET x += row.properties, x.tenant = $tenant
WITH x, row WHERE x.tenant = $tenant
OPTIONAL MATCH (t:Thread {tenant: $tenant, id: row.thread})
FOREACH (_ IN CASE WHEN t IS NULL THEN [] ELSE [1] END | MERGE (x)-[:OF]->(t))
RETURN count(x) AS rows
