// Keeps a thread for its run a while longer, if it is still that run's.
MATCH (t:Thread {tenant: $tenant, id: $thread})
SET t.revision = timestamp()
WITH t WHERE t.lease = $extraction AND t.lease_until > datetime()
SET t.lease_until = datetime() + duration({milliseconds: $lease_for})
RETURN t.id AS id
