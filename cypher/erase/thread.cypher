// Deletes a thread with its messages and the runs that read them; what is kept elsewhere no longer points to them.
MATCH (t:Thread {tenant: $tenant, id: $thread})
CALL (t) {
  MATCH (m:Memory)-[:LEARNED_FROM]->(s:Message)-[:IN_THREAD]->(t)
  WHERE m.tenant = $tenant AND m.source_message_id = s.id AND NOT m.owner IN $owners
  SET m.source_message_id = null
}
CALL (t) {
  MATCH (s:Message)-[:IN_THREAD]->(t)
  DETACH DELETE s
  RETURN count(*) AS messages
}
CALL (t) {
  MATCH (x:Extraction)-[:OF]->(t)
  DETACH DELETE x
  RETURN count(*) AS extractions
}
CALL () {
  MATCH (k:IdempotencyKey) WHERE k.owner IN $owners AND k.tenant = $tenant
  DELETE k
}
CALL () {
  MATCH (o:Owner) WHERE o.id IN $owners AND o.tenant = $tenant
  DETACH DELETE o
  RETURN count(*) AS owners
}
DETACH DELETE t
RETURN messages, extractions, owners
