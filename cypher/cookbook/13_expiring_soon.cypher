// What will stop being true in the next three months?
MATCH (m:Memory {tenant: $tenant, status: 'active'})
WHERE m.expires_at >= datetime() AND m.expires_at < datetime() + duration('P3M')
RETURN m.expires_at AS ends, m.owner AS owner, m.content AS fact
ORDER BY ends
