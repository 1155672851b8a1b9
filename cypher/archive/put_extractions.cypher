// Puts runs on record as an archive has them.
UNWIND $rows AS row
MERGE (x:Extraction {tenant: $tenant, id: row.id})
ON CREATE SET x += row.properties
WITH x, row
OPTIONAL MATCH (t:Thread {tenant: $tenant, id: row.thread})
FOREACH (_ IN CASE WHEN t IS NULL THEN [] ELSE [1] END | MERGE (x)-[:OF]->(t))
RETURN count(x) AS rows
