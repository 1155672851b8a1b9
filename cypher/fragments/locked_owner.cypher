// Whoever waited for an owner that was deleted meanwhile still finds it, without properties.
MERGE (o:Owner {id: $owner, tenant: $tenant})
ON CREATE SET o.type = $owner_type, o.ref = $owner_ref
SET o.revision = timestamp()
WITH o WHERE o.revision IS NOT NULL
