// How a memory came to be what it is: every version before and after it, with what replaced each, when and why, and what
// each said before.
MATCH (:Memory {tenant: $tenant, id: $id})-[:SUPERSEDES*0..1000]-(m:Memory)
WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
  AND ($every_assistant OR m.assistant_key IS NULL OR m.assistant_key = $assistant_key)
WITH DISTINCT m ORDER BY m.created_at, m.id
RETURN collect({
  memory: «memory»,
  wordings: «wordings»,
  replaced: head(COLLECT {
    MATCH (newer:Memory)-[s:SUPERSEDES]->(m)
    RETURN {by: newer.id, at: s.at.epochMillis, reason: s.reason, rule: s.by} ORDER BY s.at
  })
}) AS versions
