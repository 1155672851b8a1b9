// Takes a thread that can't be read off the list of those that wait, as one that failed.
MATCH (t:Thread {tenant: $tenant, id: $thread})
SET t.due_at = null, t.lease = null, t.lease_until = null, t.debounced = null, t.failed_at = datetime(), t.error = $error
RETURN t.id AS id
