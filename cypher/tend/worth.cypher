// The active memories of an owner, with what says how much each is worth.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status = 'active' AND m.tenant = $tenant
RETURN collect({
  id: m.id, importance: m.importance, confidence: m.confidence, uses: coalesce(m.recall_count, 0),
  expires_at: CASE WHEN m.expires_at IS :: ZONED DATETIME THEN m.expires_at.epochMillis END,
  updated_at: CASE WHEN m.updated_at IS :: ZONED DATETIME THEN m.updated_at.epochMillis END
}) AS memories
