// What replaced what, when and why?
// Newest first, as far back as GRAPHMEM_RETENTION_DAYS keeps what was replaced. `decided_by` is a rule, or "by hand".
MATCH (new:Memory {tenant: $tenant})-[s:SUPERSEDES]->(old:Memory)
RETURN s.at AS at, old.content AS before, new.content AS now, s.reason AS why, s.by AS decided_by
ORDER BY at DESC
LIMIT 100
