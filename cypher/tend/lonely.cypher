// The people of an owner of whom no memory is left, neither of them nor of anybody who is known through them.
MATCH (p:Person)
WHERE p.owner IN $owners AND p.tenant = $tenant
  AND NOT EXISTS { (p)-[:MERGED_INTO]-{0,20}(:Person)<-[:ABOUT]-() }
  AND NOT EXISTS { (p)-[:RELATED_TO]->{1,3}(:Person)<-[:ABOUT]-() }
RETURN collect(p.id) AS ids
