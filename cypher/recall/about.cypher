// Which memories about one person are nearest to a question, comparing all of them?
MATCH (part:Person)-[:MERGED_INTO*0..20]->(:Person {tenant: $tenant, id: $person})
MATCH (m:Memory)-[:ABOUT]->(part)
WHERE «recallable»
WITH DISTINCT m, true AS asked, «similarity»
ORDER BY coalesce(similarity, -2) DESC LIMIT $candidates
WITH collect(«candidate») AS candidates
RETURN candidates, [] AS people
