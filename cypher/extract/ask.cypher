// Has a thread read as soon as can be, whatever became of the last try.
«locked_thread»
WITH t, t.unchecked > 0 AS unread, datetime() AS clock
SET t.due_at = CASE WHEN unread AND NOT coalesce(t.due_at <= clock, false) THEN clock ELSE t.due_at END,
  t.tries = CASE WHEN unread THEN 0 ELSE t.tries END, t.debounced = null,
  t.failed_at = CASE WHEN unread THEN null ELSE t.failed_at END
RETURN «thread» AS thread
