// The memories of an owner that expired or were replaced before a moment: up to $limit of them.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status IN ['active', 'deprecated'] AND m.tenant = $tenant
  AND (m.expires_at < $before OR (m.status = 'deprecated' AND m.updated_at < $before))
WITH m LIMIT $limit
RETURN collect({id: m.id, expired: coalesce(m.expires_at < $before, false)}) AS stale
