// The queries that were saved for a tenant, or for any, by name.
MATCH (q:SavedQuery)
WHERE $tenant IS NULL OR q.tenant = $tenant
RETURN q.id AS id, q.tenant AS tenant, q.name AS name, q.query AS query
ORDER BY toLower(q.name)
LIMIT $limit
