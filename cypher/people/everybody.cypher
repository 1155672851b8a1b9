// Everybody known to these owners, with all they are called.
MATCH (p:Person)-[:KNOWN_TO]->(o:Owner) WHERE o.id IN $owners AND o.tenant = $tenant AND p.tenant = $tenant
  AND NOT EXISTS { (p)-[:MERGED_INTO]->() }
WITH p AS root
RETURN collect(«known_person») AS people
