// Takes the owner until the transaction ends, and tells all that it holds: for many claims at once.
«locked_owner»
CALL () {
  CALL () {
    MATCH (m:Memory)
    WHERE m.owner IN $owners AND m.status = 'active'
    RETURN m
  UNION
    UNWIND $claims AS claim
    CALL (claim) {
      «values_since»
    }
    RETURN m
  }
  WITH m WHERE m.tenant = $tenant
  RETURN collect({
    memory: «memory», fingerprint: m.fingerprint, embedding: m.embedding
  }) AS memories
}
RETURN coalesce(o.things, []) AS things, memories
