// Opens a thread, or finds the one that was opened under this id before.
«locked_owner»
MERGE (t:Thread {tenant: $tenant, id: $id})
ON CREATE SET t += $properties, t.user = $owner_ref, t.positions = 0, t.unchecked = 0, t.tries = 0
SET t.revision = timestamp()
WITH o, t WHERE t.revision IS NOT NULL
FOREACH (_ IN CASE WHEN t.user = $owner_ref THEN [1] ELSE [] END | MERGE (t)-[:OWNED_BY]->(o))
RETURN «thread» AS thread
