// All keys, oldest first.
MATCH (k:ApiKey)
RETURN k.id AS id, k.tenant AS tenant, k.name AS name, coalesce(k.tools_off, []) AS tools_off,
  k.created_at.epochMillis AS created_at, k.revoked_at.epochMillis AS revoked_at
ORDER BY k.id
