// The same as surroundings, comparing every vector of the owner (when the vector index can't be used).
MERGE (o:Owner {id: $owner})
ON CREATE SET o.tenant = $tenant, o.type = $owner_type, o.ref = $owner_ref
SET o.revision = coalesce(o.revision, 0) + 1
WITH o
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
  WITH claim WHERE claim.vector IS NOT NULL
  MATCH (m:Memory)
  WHERE m.owner IN $owners AND m.status = 'active' AND size(m.embedding) = size(claim.vector)
  WITH m, vector.similarity.cosine(m.embedding, claim.vector) AS closeness ORDER BY closeness DESC LIMIT 5
  RETURN m
}
WITH claim, m, CASE WHEN size(claim.vector) = size(m.embedding)
  THEN 2 * vector.similarity.cosine(m.embedding, claim.vector) - 1 ELSE 0.0 END AS similarity
WHERE m.tenant = $tenant AND (similarity >= $near OR m.fingerprint = claim.fingerprint OR m.key = claim.key)
RETURN claim.id AS claim_id, collect({memory: «memory», similarity: similarity}) AS neighbours
