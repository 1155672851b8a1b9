// One thread of the tenant.
MATCH (t:Thread {tenant: $tenant, id: $thread})
RETURN «thread» AS thread
