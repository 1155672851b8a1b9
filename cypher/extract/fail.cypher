// Ends a run that failed: its messages stay unread, and the thread is tried again in a while or counts as failed.
«locked_thread»
WITH t WHERE t.lease = $extraction
SET t.lease = null, t.lease_until = null, t.tries = t.tries + 1, t.error = $error, t.debounced = null,
  t.due_at = CASE WHEN $again IS NOT NULL THEN datetime() + duration({milliseconds: $again}) END,
  t.failed_at = CASE WHEN $again IS NULL THEN datetime() END,
  t.failed_run = CASE WHEN $again IS NULL THEN $extraction END
WITH t
MATCH (x:Extraction {tenant: $tenant, id: $extraction})
SET x.status = CASE WHEN $again IS NULL THEN 'failed' ELSE 'retrying' END, x.error = $error, x.updated_at = datetime(),
  x.messages = t.unchecked, x.took_ms = duration.between(x.started_at, datetime()).milliseconds
RETURN «thread» AS thread
