// Keeps a new key: its digest, never the key.
MERGE (k:ApiKey {digest: $digest})
ON CREATE SET k.id = $id, k.tenant = $tenant, k.name = $name, k.created_at = $created_at, k.admin = $admin
RETURN k.id AS id, k.tenant AS tenant
