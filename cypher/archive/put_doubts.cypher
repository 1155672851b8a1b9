// Ties memories to those they may not hold beside as an archive has them.
UNWIND $rows AS row
MATCH (new:Memory {id: row.new}) WHERE new.tenant = $tenant AND ($owners IS NULL OR new.owner IN $owners)
WITH row, new
MATCH (old:Memory {id: row.old}) WHERE old.tenant = $tenant AND ($owners IS NULL OR old.owner IN $owners)
MERGE (new)-[d:MAY_REPLACE]->(old)
ON CREATE SET d += row.properties, d.owner = new.owner
RETURN count(d) AS rows
