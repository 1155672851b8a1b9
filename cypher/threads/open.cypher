// Opens a thread, or finds the one that was opened under this id before.
MERGE (o:Owner {id: $owner, tenant: $tenant})
ON CREATE SET o.type = 'user', o.ref = $user
SET o.revision = timestamp()
WITH o
MERGE (t:Thread {tenant: $tenant, id: $id})
ON CREATE SET t += $properties, t.user = $user, t.positions = 0, t.unchecked = 0, t.tries = 0, t.revision = 0
WITH o, t, t.user = $user AS ours
FOREACH (_ IN CASE WHEN ours THEN [1] ELSE [] END | MERGE (t)-[:OWNED_BY]->(o))
RETURN «thread» AS thread
