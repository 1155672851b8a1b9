// Takes a saved query away.
MATCH (q:SavedQuery {tenant: $tenant, id: $id})
WITH q, q.name AS name, q.query AS query
DELETE q
RETURN $id AS id, name, query
