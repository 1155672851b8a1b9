// Was this session ended?
MATCH (s:SpentToken {id: $id, tenant: $tenant})
RETURN s.id AS id
