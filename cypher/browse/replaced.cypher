// Which facts of these owners were replaced last, by what, and why?
MATCH (newer:Memory)-[s:SUPERSEDES]->(m:Memory)
WHERE m.owner IN $owners AND m.status = 'deprecated' AND m.tenant = $tenant
WITH m, newer, s ORDER BY s.at DESC, m.id LIMIT $limit
CALL (m) { RETURN «memory» AS old }
CALL (newer) { WITH newer AS m RETURN «memory» AS new }
RETURN collect({old: old, new: new, at: s.at.epochMillis, reason: s.reason, rule: s.by}) AS replaced
