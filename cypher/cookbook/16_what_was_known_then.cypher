// What was known half a year ago, and is no longer believed?
// What was known: said before then, and not yet replaced by then.
WITH datetime() - duration('P6M') AS then
MATCH (m:Memory {tenant: $tenant})
WHERE m.created_at <= then AND m.status <> 'active'
OPTIONAL MATCH (newer:Memory)-[s:SUPERSEDES]->(m)
WITH then, m, newer, s
WHERE s IS NULL OR s.at > then
RETURN m.content AS known_then, m.created_at AS said, newer.content AS believed_now, s.at AS since
ORDER BY since DESC
LIMIT 100
