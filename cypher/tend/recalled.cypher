// Counts how often memories were recalled, and notes when last and the last $kept times.
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
// What takes the lock must not be made of what it locks: see docs/graph.md, Owner.
SET m.recalled_at = $now
SET m.recall_count = coalesce(m.recall_count, 0) + row.times, m.recalls = (coalesce(m.recalls, []) + row.recalls)[-$kept..]
RETURN count(m) AS memories
