// The active memories of an owner, with what says how much each is worth.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status = 'active' AND m.tenant = $tenant
RETURN collect({
  id: m.id, importance: m.importance, confidence: m.confidence, uses: coalesce(m.recall_count, 0),
  expires_at: m.expires_at.epochMillis, updated_at: m.updated_at.epochMillis
}) AS memories
