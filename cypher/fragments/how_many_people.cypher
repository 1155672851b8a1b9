reduce(sum = 0, known IN COLLECT {
    MATCH (o:Owner) WHERE o.id IN $owners AND o.tenant = $tenant
    RETURN COUNT { (o)<-[:KNOWN_TO]-() } - COUNT {
      MATCH (p:Person) USING INDEX p:Person(owner, merged, lower, id)
      WHERE p.owner = o.id AND p.merged = true AND p.lower IS NOT NULL AND p.id IS NOT NULL
    }
  } | sum + known)
