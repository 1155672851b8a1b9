// How much there is of a user: memories, people and what they are called, threads, messages, runs.
CALL () {
  MATCH (m:Memory) WHERE m.owner IN $owners AND m.status IS NOT NULL AND m.tenant = $tenant
  RETURN count(m) AS own
}
CALL () {
  MATCH (t:Thread {tenant: $tenant, user: $user})
  RETURN count(t) AS threads, sum(COUNT { (:Message)-[:IN_THREAD]->(t) }) AS messages,
    sum(COUNT { (:Extraction)-[:OF]->(t) }) AS extractions, collect(t.id) AS ids
}
CALL (ids) {
  UNWIND ids AS id
  MATCH (m:Memory)
  WHERE m.owner = $tenant + '/thread/' + id AND m.status IS NOT NULL AND m.tenant = $tenant
  RETURN count(m) AS theirs
}
CALL (ids) {
  UNWIND ids AS id
  MATCH (m:Memory)
  WHERE m.tenant = $tenant AND m.thread_id = id AND NOT m.owner IN $owners AND m.owner <> $tenant + '/thread/' + id
  RETURN count(m) AS taught
}
CALL () {
  MATCH (p:Person) WHERE p.owner IN $owners AND p.tenant = $tenant
  RETURN count(p) AS people, sum(COUNT { (:Alias)-[:REFERS_TO]->(p) }) AS aliases
}
RETURN own + theirs + taught AS memories, threads, messages, extractions, people, aliases
