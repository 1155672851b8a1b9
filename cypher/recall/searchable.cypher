// How many memories of these owners can a search find, and how many messages be quoted? Counts no further than told.
CALL () {
  MATCH (m:Memory)
  WHERE m.owner IN $owners AND m.status = 'active' AND m.tenant = $tenant
  WITH m LIMIT $most
  RETURN count(m) AS memories
}
CALL () {
  MATCH (s:Quotable)
  WHERE s.owner IN $owners AND s.tenant = $tenant
  WITH s LIMIT $most_messages
  RETURN count(s) AS messages
}
RETURN memories, messages
