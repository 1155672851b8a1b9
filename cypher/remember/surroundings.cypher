// Takes the owner until the transaction ends, and tells what it holds near each claim.
«locked_owner»
CALL () {
  UNWIND $claims AS claim
  CALL (claim) {
    MATCH (m:Memory)
    WHERE m.owner IN $owners AND m.fingerprint = claim.fingerprint AND m.status = 'active'
    RETURN m
  UNION
    MATCH (m:Memory)
    WHERE m.owner IN $owners AND m.key = claim.key AND m.status = 'active'
    RETURN m
  UNION
    «values_since»
  UNION
    WITH claim WHERE claim.vector IS NOT NULL
    MATCH (m:Memory)
      SEARCH m IN (VECTOR INDEX memory_meaning FOR claim.vector WHERE m.owner IN $owners AND m.status = 'active' LIMIT 16)
    RETURN m
  }
  WITH claim, m, CASE WHEN size(claim.vector) = size(m.embedding)
    THEN 2 * vector.similarity.cosine(m.embedding, claim.vector) - 1 ELSE 0.0 END AS similarity
  WHERE m.tenant = $tenant
  WITH claim, collect({memory: «memory», similarity: similarity}) AS neighbours
  RETURN collect({claim_id: claim.id, neighbours: neighbours}) AS surroundings
}
RETURN coalesce(o.things, []) AS things, surroundings
