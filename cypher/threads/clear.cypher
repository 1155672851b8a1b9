// Takes a thread away from whoever reads it, and has what was said so far count as read.
«locked_thread»
SET t.unchecked = 0, t.due_at = null, t.lease = null, t.lease_until = null, t.tries = 0,
  t.failed_at = null, t.error = null, t.debounced = null
WITH t
CALL (t) {
  MATCH (s:Message {tenant: $tenant, thread: $thread, is_memory_checked: false})
  WHERE s.status = 'completed'
  SET s.is_memory_checked = true, s.checked_at = $now
}
RETURN t.id AS id
