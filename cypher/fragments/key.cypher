k.id AS id, k.tenant AS tenant, k.name AS name, coalesce(k.read_only, false) AS read_only, k.user AS user,
  CASE WHEN k.role IS NOT NULL THEN k.role WHEN k.admin THEN 'operator' ELSE 'member' END AS role,
  k.role IS NULL AND coalesce(k.admin, false) AS was_admin, coalesce(k.tools_off, []) AS tools_off,
  k.expires_at.epochMillis AS expires_at, k.created_at.epochMillis AS created_at, k.revoked_at.epochMillis AS revoked_at
