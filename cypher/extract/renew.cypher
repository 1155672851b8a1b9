// Keeps a thread for its run a while longer, if it is still that run's.
«locked_thread»
WITH t WHERE t.lease = $extraction AND t.lease_until > datetime()
SET t.lease_until = datetime() + duration({milliseconds: $lease_for})
RETURN t.id AS id
