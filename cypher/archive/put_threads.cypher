// Makes threads as an archive has them; until all is there, nobody reads them.
UNWIND $rows AS row
MATCH (o:Owner {id: row.owner}) WHERE o.tenant = $tenant
MERGE (t:Thread {tenant: $tenant, id: row.id})
ON CREATE SET t += row.properties, t.unchecked = 0, t.tries = 0, t.revision = 0, t.arriving = true
WITH o, t, row WHERE t.user = row.properties.user
MERGE (t)-[:OWNED_BY]->(o)
RETURN count(t) AS rows
