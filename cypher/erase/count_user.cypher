// How much there is of a user: memories, people and what they are called, threads, messages, runs.
// Their own are counted in the indexes, by the owner alone: an owner's id begins with its tenant.
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
  MATCH (o:Owner) WHERE o.id IN $owners AND o.tenant = $tenant
  RETURN sum(COUNT { (o)<-[:KNOWN_TO]-() }) AS people
}
CALL () {
  MATCH (a:Alias) WHERE a.owner IN $owners AND a.lower IS NOT NULL
  RETURN count(a) AS aliases
}
RETURN «how_many_memories» + theirs + taught AS memories, threads, messages, extractions, people, aliases
