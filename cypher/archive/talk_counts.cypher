// How many threads, messages and runs a tenant or these users of it have.
MATCH (t:Thread) WHERE t.tenant = $tenant AND t.id IS NOT NULL AND ($users IS NULL OR t.user IN $users)
WITH count(t) AS thread, sum(COUNT { (t)<-[:IN_THREAD]-(:Message) }) AS message
RETURN thread, message, COUNT {
  MATCH (x:Extraction)
  WHERE x.tenant = $tenant AND x.updated_at IS NOT NULL AND ($users IS NULL OR x.user IN $users)
} AS extraction
