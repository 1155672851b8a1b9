// How often a memory was recalled, when last, and the last few times.
MATCH (m:Memory {id: $id})
WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
RETURN coalesce(m.recall_count, 0) AS count, m.recalled_at.epochMillis AS last, coalesce(m.recalls, []) AS recalls
