// What the people of these owners are called, in order.
MATCH (p:Person) WHERE p.owner IN $owners AND p.tenant = $tenant
MATCH (a:Alias)-[:REFERS_TO]->(p)
WITH a, p ORDER BY p.id
WITH a, collect(p.id) AS refers_to, min(p.owner) AS owner ORDER BY owner, a.id
RETURN a {
  .id, .text, .kind, .relation, .former, .of, .rank, .rule, .reason, refers_to: refers_to,
  at: toString(a.at), ended_at: toString(a.ended_at)
} AS line
