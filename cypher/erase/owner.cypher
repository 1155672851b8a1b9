// Deletes an owner of whom nothing is left, and the keys of requests that were about them.
CALL () {
  MATCH (k:IdempotencyKey {owner: $owner, tenant: $tenant})
  DELETE k
}
MATCH (o:Owner {id: $owner, tenant: $tenant})
WHERE NOT EXISTS { (o)<-[:OWNED_BY]-() } AND NOT EXISTS { (o)<-[:KNOWN_TO]-() }
DETACH DELETE o
RETURN count(*) AS owners
