WITH *, datetime() AS clock,
  waiting > 0 AND NOT (t.due_at IS NOT NULL AND t.tries > 0) AS may,
  (t.auto_extract AND $spoke) OR $every OR t.unchecked >= $threshold AS at_once
SET t.due_at = CASE
    WHEN may AND at_once AND NOT coalesce(t.due_at <= clock, false) THEN clock
    WHEN may AND NOT at_once AND $soon IS NOT NULL AND (t.due_at IS NULL OR t.debounced) THEN clock + duration({milliseconds: $soon})
    ELSE t.due_at END,
  t.debounced = CASE WHEN may AND at_once THEN false WHEN may AND $soon IS NOT NULL THEN coalesce(t.debounced, true) ELSE t.debounced END,
  t.tries = CASE WHEN may AND (at_once OR $soon IS NOT NULL) THEN 0 ELSE t.tries END,
  t.failed_at = CASE WHEN may AND (at_once OR $soon IS NOT NULL) THEN null ELSE t.failed_at END
