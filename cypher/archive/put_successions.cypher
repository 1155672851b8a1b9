// Ties memories to those they replaced as an archive has them.
UNWIND $rows AS row
MATCH (new:Memory {id: row.new}) WHERE new.tenant = $tenant AND ($owners IS NULL OR new.owner IN $owners)
WITH row, new
MATCH (old:Memory {id: row.old}) WHERE old.tenant = $tenant AND ($owners IS NULL OR old.owner IN $owners)
MERGE (new)-[s:SUPERSEDES]->(old)
ON CREATE SET s += row.properties, s.owner = new.owner
RETURN count(s) AS rows
