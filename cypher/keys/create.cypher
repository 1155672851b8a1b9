// Keeps a new key: its digest, never the key.
MERGE (k:ApiKey {digest: $digest})
ON CREATE SET k.id = $id, k.tenant = $tenant, k.name = $name, k.role = $role, k.read_only = $read_only, k.user = $user,
  k.tools_off = $tools_off, k.expires_at = $expires_at, k.created_at = $created_at
RETURN k.id AS id, k.tenant AS tenant
