// Which facts are recalled most?
MATCH (m:Memory {tenant: $tenant, status: 'active'})
WHERE m.recall_count > 0
RETURN m.recall_count AS times, m.recalled_at AS last, m.owner AS owner, m.content AS fact
ORDER BY times DESC, last DESC
LIMIT 50
