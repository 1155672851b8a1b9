// Whose key is this?
MATCH (k:ApiKey {digest: $digest})
WHERE k.revoked_at IS NULL
RETURN k.id AS id, k.tenant AS tenant, k.name AS name, k.admin AS admin
