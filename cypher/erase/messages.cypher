// Blanks messages that tell of somebody: those given, and those of a user's threads in which one of the names stands.
// Whoever is reading such a thread has seen them, and loses it: what is left of it is read anew.
CALL () {
  UNWIND $messages AS place
  MATCH (s:Message {tenant: $tenant, thread: place[0], id: place[1]})
  RETURN s
UNION
  MATCH (s:Message)-[:IN_THREAD]->(:Thread {tenant: $tenant, user: $user})
  WHERE any(name IN $names WHERE s.content =~ name)
  RETURN s
}
WITH s
MATCH (s)-[:IN_THREAD]->(t:Thread)
SET t.unchecked = t.unchecked - CASE WHEN s.status = 'completed' AND NOT s.is_memory_checked THEN 1 ELSE 0 END,
  t.lease = null, t.lease_until = null
REMOVE s:Quotable
SET s.content = '[forgotten]', s.is_memory_checked = true, s.withdrawn = true, s.embedding = null, s.grams = null
RETURN count(s) AS messages
