// Which facts are about nobody but their owner?
// Orphans among them are worth a look: a name may have been missed.
MATCH (m:Memory {tenant: $tenant, status: 'active'})-[:OWNED_BY]->(o:Owner)
WHERE NOT EXISTS { (m)-[:ABOUT]->(:Person) }
RETURN o.ref AS owner, m.kind AS kind, m.content AS fact, m.created_at AS said
ORDER BY said DESC
LIMIT 100
