// The same for an owner of so many that sorting them for each page would take too long: along the index of ids.
MATCH (m:Memory) USING INDEX m:Memory(tenant, id)
WHERE m.id > $after AND m.owner IN $owners AND m.tenant = $tenant
WITH m ORDER BY m.tenant, m.id LIMIT $limit
RETURN «memory_line» AS line
