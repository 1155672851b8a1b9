MATCH (p:Person)-[:KNOWN_TO]->(o)
  WHERE p.tenant = $tenant AND NOT EXISTS { (p)-[:MERGED_INTO]->() }
  WITH p AS root
  RETURN collect({
    person: «person», gender: root.gender, last_mentioned: root.last_mentioned.epochMillis
  }) AS people
