// Which memories do these ones stand in the place of, and why?
MATCH (m:Memory) WHERE m.id IN $ids AND m.tenant = $tenant AND m.owner IN $owners
MATCH (m)-[:SUPERSEDES*0..50]->(newer:Memory)-[s:SUPERSEDES]->(old:Memory)
WHERE old.tenant = $tenant AND old.owner IN $owners AND old.status = 'deprecated'
  AND (old.assistant_key IS NULL OR old.assistant_key = $assistant_key)
WITH DISTINCT newer, s, old ORDER BY s.at DESC, old.id
RETURN collect({
  id: old.id, content: old.content, by: newer.id, at: s.at.epochMillis, reason: s.reason, rule: s.by
}) AS suppressed
