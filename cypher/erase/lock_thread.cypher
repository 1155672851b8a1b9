// Takes a thread until the transaction ends, so that nobody writes to it meanwhile.
MATCH (t:Thread {tenant: $tenant, id: $thread})
SET t.revision = t.revision + 1
RETURN «thread» AS thread
