// Which threads have messages that lack a vector, in the order of their tenants and ids, from a point on?
MATCH (t:Thread)
WHERE t.awaiting_vectors = true AND (t.tenant > $after_tenant OR (t.tenant = $after_tenant AND t.id > $after_id))
RETURN t.tenant AS tenant, t.id AS id, t.user AS user ORDER BY t.awaiting_vectors, t.tenant, t.id LIMIT $limit
