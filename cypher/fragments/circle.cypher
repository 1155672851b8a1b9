MATCH (p:Person)-[:KNOWN_TO]->(o)
  WHERE p.tenant = $tenant AND NOT EXISTS { (p)-[:MERGED_INTO]->() }
  WITH p AS root
  RETURN collect({
    person: «person», gender: root.gender, last_mentioned: CASE WHEN root.last_mentioned IS :: ZONED DATETIME THEN root.last_mentioned.epochMillis END
  }) AS people
