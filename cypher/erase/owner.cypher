// Deletes an owner of whom nothing is left.
MATCH (o:Owner {id: $owner, tenant: $tenant})
WHERE NOT EXISTS { (o)<-[:OWNED_BY]-() } AND NOT EXISTS { (o)<-[:KNOWN_TO]-() }
DETACH DELETE o
RETURN count(*) AS owners
