// One person by their id, or by the id of somebody who was merged into them.
MATCH (:Person {tenant: $tenant, id: $id})-[:MERGED_INTO*0..20]->(root:Person)
WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() } AND root.tenant = $tenant AND ($owners IS NULL OR root.owner IN $owners)
RETURN «person» AS person, COUNT {
  MATCH (m:Memory)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root) WHERE m.status = 'active' AND m.tenant = $tenant
} AS memories
