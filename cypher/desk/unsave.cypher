// Takes a query away that was saved for a tenant, or for any.
MATCH (q:SavedQuery {id: $id})
WHERE $tenant IS NULL OR q.tenant = $tenant
WITH q, q.tenant AS tenant, q.name AS name, q.query AS query
DELETE q
RETURN $id AS id, tenant, name, query
