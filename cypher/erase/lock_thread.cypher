// Takes a thread until the transaction ends, so that nobody writes to it meanwhile.
MATCH (t:Thread {tenant: $tenant, id: $thread})
SET t.revision = timestamp()
RETURN «thread» AS thread
