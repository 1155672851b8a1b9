// Whose key is this, and what may it do?
MATCH (k:ApiKey {digest: $digest})
WHERE k.revoked_at IS NULL
RETURN «key»
