// Whose key is this, and which tools does it not open?
MATCH (k:ApiKey {digest: $digest})
WHERE k.revoked_at IS NULL
RETURN k.id AS id, k.tenant AS tenant, k.name AS name, k.admin AS admin, coalesce(k.tools_off, []) AS tools_off
