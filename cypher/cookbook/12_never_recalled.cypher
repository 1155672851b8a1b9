// Which facts has nobody ever needed?
// Said over a month ago, and never recalled since.
MATCH (m:Memory {tenant: $tenant, status: 'active'})
WHERE coalesce(m.recall_count, 0) = 0 AND m.created_at < datetime() - duration('P30D')
RETURN m.owner AS owner, m.kind AS kind, m.content AS fact, m.created_at AS said
ORDER BY said
LIMIT 100
