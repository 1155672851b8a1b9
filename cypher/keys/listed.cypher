// All keys, or those of one tenant, oldest first.
MATCH (k:ApiKey)
WHERE $tenant IS NULL OR k.tenant = $tenant
RETURN k.id AS id, k.tenant AS tenant, k.name AS name, k.admin AS admin, coalesce(k.tools_off, []) AS tools_off,
  k.created_at.epochMillis AS created_at, k.revoked_at.epochMillis AS revoked_at
ORDER BY k.id
