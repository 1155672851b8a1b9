// The people known to these owners, in the order of their ids, from a point on.
MATCH (root:Person)
WHERE root.owner IN $owners AND root.tenant = $tenant AND NOT EXISTS { (root)-[:MERGED_INTO]->() }
  AND ($after IS NULL OR root.id > $after)
WITH root ORDER BY root.id LIMIT $limit
RETURN collect({person: «person», memories: COUNT {
  MATCH (m:Memory)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root) WHERE m.status = 'active' AND m.tenant = $tenant
}}) AS people
