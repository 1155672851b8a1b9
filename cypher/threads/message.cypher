// One message of a thread.
MATCH (s:Message {tenant: $tenant, thread: $thread, id: $id})
RETURN «message» AS message
