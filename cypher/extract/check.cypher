// Ends a run: its messages count as read and the thread is free; no row when the thread is no longer that run's.
«locked_thread»
WITH t WHERE t.lease = $extraction AND t.lease_until > datetime()
CALL (t) {
  UNWIND $messages AS id
  MATCH (s:Message {tenant: $tenant, thread: $thread, id: id})
  WHERE NOT s.is_memory_checked
  SET s.is_memory_checked = true, s.checked_at = datetime(), s.checked_by = $extraction, s.refused = $refused[id]
  RETURN count(s) AS read
}
WITH t, read, t.unchecked - read AS left
SET t.unchecked = left, t.lease = null, t.lease_until = null, t.tries = 0, t.failed_at = null, t.error = null,
  t.debounced = CASE WHEN left > 0 AND left < $threshold AND NOT t.auto_extract AND NOT $every THEN true END,
  t.due_at = CASE
    WHEN left = 0 THEN null
    WHEN left >= $threshold OR t.auto_extract OR $every THEN datetime()
    WHEN $soon IS NOT NULL THEN datetime() + duration({milliseconds: $soon}) END
WITH t, read
MATCH (x:Extraction {tenant: $tenant, id: $extraction})
SET x += $outcome, x.status = 'done', x.messages = read, x.updated_at = datetime(),
  x.took_ms = duration.between(x.started_at, datetime()).milliseconds
RETURN «thread» AS thread, t.due_at.epochMillis - datetime().epochMillis AS due_in
