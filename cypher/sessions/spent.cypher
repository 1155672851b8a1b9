// Was this session ended?
MATCH (s:SpentToken {id: $id})
WHERE s.tenant = $tenant
RETURN s.id AS id
