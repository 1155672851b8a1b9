// A page of what the people of these owners are called, in order, from a point on.
MATCH (p:Person) WHERE p.owner IN $owners AND p.tenant = $tenant
MATCH (a:Alias)-[:REFERS_TO]->(p) WHERE (p.owner > $owner OR a.id > $after) AND a.derived IS NULL
WITH a, p ORDER BY p.id
WITH a, collect(p.id) AS refers_to, min(p.owner) AS owner ORDER BY owner, a.id LIMIT $limit
RETURN a {
  .id, .text, .kind, .relation, .former, .of, .rank, .rule, .reason, refers_to: refers_to,
  at: toString(a.at), ended_at: toString(a.ended_at)
} AS line, owner
