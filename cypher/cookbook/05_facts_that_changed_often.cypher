// Which facts have the longest history?
// Follows the versions back from each fact that nothing has replaced.
MATCH (latest:Memory {tenant: $tenant, status: 'active'})-[:SUPERSEDES]->(:Memory)
MATCH versions = (latest)-[:SUPERSEDES*]->(first:Memory)
WHERE NOT EXISTS { (first)-[:SUPERSEDES]->() }
RETURN latest.content AS now, length(versions) AS times_changed, [m IN nodes(versions) | m.content] AS history
ORDER BY times_changed DESC, now
LIMIT 50
