// Up to $limit people of an owner.
MATCH (p:Person)
WHERE p.owner IN $owners AND p.tenant = $tenant
WITH p LIMIT $limit
RETURN collect(p.id) AS ids
