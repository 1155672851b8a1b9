// All keys, oldest first.
MATCH (k:ApiKey)
RETURN k.id AS id, k.tenant AS tenant, k.name AS name, k.created_at.epochMillis AS created_at,
  k.revoked_at.epochMillis AS revoked_at, k.admin AS admin
ORDER BY k.id
