// Whoever waited for a thread that was deleted meanwhile still finds it, without properties.
MATCH (t:Thread {tenant: $tenant, id: $thread})
SET t.revision = timestamp()
WITH t WHERE t.revision IS NOT NULL
