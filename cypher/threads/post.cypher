// Adds messages to a thread, counts them and notes when they are to be read; nothing at all when an id is taken by other words.
«locked_thread»
WITH t, COLLECT {
  UNWIND $messages AS row
  MATCH (s:Message {tenant: $tenant, thread: $thread, id: row.id})
  RETURN «message»
} AS there
WITH t, [row IN $messages WHERE none(s IN there WHERE s.id = row.id)] AS fresh,
  [s IN there WHERE none(row IN $messages WHERE row.id = s.id AND row.role = s.role AND row.content = s.content) | s.id] AS taken
WITH t, taken, CASE WHEN size(taken) = 0 THEN fresh ELSE [] END AS fresh
CALL (t, fresh) {
  UNWIND range(1, size(fresh)) AS place
  CREATE (s:Message)-[:IN_THREAD]->(t)
  SET s = fresh[place - 1], s.tenant = $tenant, s.thread = $thread, s.position = t.positions + place,
    s.is_memory_checked = false, s.remembered = false, s.created_at = $now
  FOREACH (_ IN CASE WHEN s.id IN $quotable THEN [1] ELSE [] END | «make_quotable»)
  RETURN count(s) AS written
}
WITH t, taken, written, size([row IN fresh WHERE row.status = 'completed']) AS waiting
SET t.positions = t.positions + written, t.unchecked = t.unchecked + waiting,
  t.updated_at = CASE WHEN written > 0 THEN $now ELSE t.updated_at END
«due»
RETURN «thread» AS thread, taken, t.due_at.epochMillis - clock.epochMillis AS due_in, COLLECT {
  UNWIND $messages AS row
  MATCH (s:Message {tenant: $tenant, thread: $thread, id: row.id})
  RETURN «message» ORDER BY s.position
} AS messages
