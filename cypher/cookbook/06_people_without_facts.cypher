// Who has been named, but nothing is known about them?
MATCH (p:Person {tenant: $tenant})-[:KNOWN_TO]->(o:Owner)
WHERE NOT EXISTS { (p)<-[:ABOUT]-(:Memory {status: 'active'}) } AND NOT EXISTS { (p)-[:MERGED_INTO]->() }
RETURN o.ref AS known_to, p.name AS name, p.reason AS how_found, p.last_mentioned AS last_mentioned
ORDER BY last_mentioned DESC
LIMIT 100
