// Ends a key for good, of any tenant or of one.
MATCH (k:ApiKey {id: $id})
WHERE $tenant IS NULL OR k.tenant = $tenant
SET k.revoked_at = coalesce(k.revoked_at, $at)
RETURN k.id AS id
