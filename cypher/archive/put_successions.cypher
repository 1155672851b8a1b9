// Ties memories to those they replaced as an archive has them. Nothing is replaced by two: paths would be beyond counting.
UNWIND $rows AS row
CALL (row) {
  MATCH (new:Memory {tenant: $tenant, id: row.new}) WHERE $owners IS NULL OR new.owner IN $owners
  MATCH (old:Memory {tenant: $tenant, id: row.old}) WHERE $owners IS NULL OR old.owner IN $owners
  WITH row, new, old WHERE NOT EXISTS { (old)<-[:SUPERSEDES]-() }
  CREATE (new)-[s:SUPERSEDES]->(old) SET s += row.properties, s.owner = new.owner
  RETURN s
}
RETURN count(s) AS rows
