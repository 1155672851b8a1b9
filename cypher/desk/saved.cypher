// The queries that were saved in a tenant, by name.
MATCH (q:SavedQuery {tenant: $tenant})
RETURN q.id AS id, q.name AS name, q.query AS query
ORDER BY toLower(q.name)
LIMIT $limit
