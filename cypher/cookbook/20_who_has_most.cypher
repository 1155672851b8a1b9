// Who owns how much, and what shape is it in?
MATCH (m:Memory {tenant: $tenant})-[:OWNED_BY]->(o:Owner)
RETURN o.tenant AS tenant, o.type AS type, o.ref AS owner, count(*) AS memories,
  count(CASE WHEN m.status = 'active' THEN 1 END) AS active,
  count(CASE WHEN m.embedding IS NULL THEN 1 END) AS without_vector, max(m.created_at) AS last_said
ORDER BY memories DESC
LIMIT 100
