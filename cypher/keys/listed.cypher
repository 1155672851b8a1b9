// All keys, or those of one tenant, oldest first.
MATCH (k:ApiKey)
WHERE $tenant IS NULL OR k.tenant = $tenant
RETURN «key»
ORDER BY k.id
