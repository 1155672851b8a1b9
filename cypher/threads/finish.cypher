// Completes or fails a pending message; what is completed or failed already is only told.
«locked_thread»
MATCH (s:Message {tenant: $tenant, thread: $thread, id: $id})
WITH t, s, s.status = 'pending' AS open
SET s.status = CASE WHEN open THEN $status ELSE s.status END,
  s.content = CASE WHEN open THEN coalesce($content, s.content) ELSE s.content END,
  s.redacted = CASE WHEN open AND $content IS NOT NULL THEN $redacted ELSE s.redacted END
FOREACH (_ IN CASE WHEN open AND $quotable THEN [1] ELSE [] END | «make_quotable», s.grams = $grams)
WITH t, s, open, CASE WHEN open AND $status = 'completed' THEN 1 ELSE 0 END AS waiting
SET t.unchecked = t.unchecked + waiting, t.updated_at = CASE WHEN open THEN $now ELSE t.updated_at END
«due»
RETURN «thread» AS thread, «message» AS message, open AS changed, t.due_at.epochMillis - clock.epochMillis AS due_in
