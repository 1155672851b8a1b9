// The messages of a thread that nobody has read yet, in their order, and those right before them.
MATCH (t:Thread {tenant: $tenant, id: $thread})
WITH t, COLLECT {
  MATCH (s:Message {tenant: $tenant, thread: $thread, is_memory_checked: false})
  WHERE s.status = 'completed' AND s.position > 0
  RETURN «message» ORDER BY s.position LIMIT $limit
} AS unread
RETURN unread, COLLECT {
  MATCH (s:Message)
  WHERE s.tenant = $tenant AND s.thread = $thread AND s.position < head(unread).position AND s.status = 'completed'
  RETURN «message» ORDER BY s.position DESC LIMIT $earlier
} AS earlier
