// Keeps a query under a name for a tenant; the same name again takes the new words.
MERGE (q:SavedQuery {tenant: $tenant, name: $name})
ON CREATE SET q.id = $id, q.created_at = $now
SET q.query = $query, q.updated_at = $now
RETURN q.id AS id, q.tenant AS tenant, q.name AS name, q.query AS query
