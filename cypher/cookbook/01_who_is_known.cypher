// Who is known, to whom, and by how many facts?
// Somebody who turned out to be somebody else is left out; what is known of them is counted where they went.
MATCH (p:Person {tenant: $tenant})-[:KNOWN_TO]->(o:Owner)
WHERE NOT EXISTS { (p)-[:MERGED_INTO]->() }
MATCH (same:Person)-[:MERGED_INTO*0..]->(p)
OPTIONAL MATCH (same)<-[:ABOUT]-(m:Memory {status: 'active'})
WITH o, p, count(DISTINCT m) AS facts
OPTIONAL MATCH (a:Alias {kind: 'relation'})-[:REFERS_TO]->(p)
RETURN o.ref AS known_to, p.name AS name, collect(DISTINCT a.text) AS relations, facts
ORDER BY facts DESC, name
LIMIT 100
