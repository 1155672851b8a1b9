// Lets people be found by their names where no line of an archive says that they are called so; no export tells of it.
UNWIND $rows AS row
MATCH (p:Person {tenant: $tenant, id: row.person})
WHERE NOT EXISTS {
  (a:Alias)-[:REFERS_TO]->(:Person)-[:MERGED_INTO*0..20]->(p) WHERE a.kind = 'name' AND a.lower = toLower(row.properties.text)
}
CREATE (a:Alias {tenant: $tenant, id: row.id})-[:REFERS_TO]->(p)
SET a += row.properties, a.derived = true, a.owner = p.owner, a.lower = toLower(row.properties.text),
  a.at = coalesce(p.created_at, datetime())
RETURN count(a) AS rows
