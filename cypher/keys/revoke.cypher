// Ends a key for good.
MATCH (k:ApiKey {id: $id})
SET k.revoked_at = coalesce(k.revoked_at, $at)
RETURN k.id AS id
