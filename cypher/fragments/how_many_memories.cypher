reduce(sum = 0, held IN COLLECT {
    MATCH (o:Owner) WHERE o.id IN $owners AND o.tenant = $tenant
    RETURN COUNT { (o)<-[:OWNED_BY]-() } - COUNT {
      MATCH (t:Thread) USING INDEX SEEK t:Thread(tenant, user)
      WHERE t.tenant = $tenant AND t.user = o.ref AND EXISTS { (t)-[:OWNED_BY]->(o) }
    }
  } | sum + held)
