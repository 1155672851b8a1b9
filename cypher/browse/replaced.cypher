// Which facts of these owners were replaced last, by what, and why?
MATCH (m:Memory) USING INDEX m:Memory(owner, status, id)
WHERE m.owner IN $owners AND m.status = 'deprecated' AND m.id IS NOT NULL
MATCH (newer)-[s:SUPERSEDES]->(m)
WITH m, newer, s ORDER BY s.at DESC, m.id DESC LIMIT $limit
WITH m, newer, s WHERE m.tenant = $tenant
CALL (m) { RETURN «memory» AS old }
CALL (newer) { WITH newer AS m RETURN «memory» AS new }
RETURN collect({old: old, new: new, at: s.at.epochMillis, reason: s.reason, rule: s.by}) AS replaced
