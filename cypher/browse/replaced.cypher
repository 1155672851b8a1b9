// Which facts of these owners were replaced last, by what, and why?
UNWIND $owners AS whose
CALL (whose) {
  MATCH (newer:Memory)-[s:SUPERSEDES]->(m:Memory) USING INDEX s:SUPERSEDES(owner, at)
  WHERE s.owner = whose AND s.at IS NOT NULL AND m.owner = whose AND m.tenant = $tenant AND m.status = 'deprecated'
  RETURN newer, s, m ORDER BY s.owner DESC, s.at DESC, m.id DESC LIMIT $limit
}
WITH m, newer, s ORDER BY s.at DESC, m.id DESC LIMIT $limit
CALL (m) { RETURN «memory» AS old }
CALL (newer) { WITH newer AS m RETURN «memory» AS new }
RETURN collect({old: old, new: new, at: s.at.epochMillis, reason: s.reason, rule: s.by}) AS replaced
