// Up to $limit memories of an owner, whatever their status.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status IS NOT NULL AND m.tenant = $tenant
WITH m LIMIT $limit
RETURN collect(m.id) AS ids
