// From which message was a fact learned?
// A picture: the fact, the message, the thread.
MATCH path = (m:Memory {tenant: $tenant})-[:LEARNED_FROM]->(s:Message)-[:IN_THREAD]->(t:Thread)
RETURN m.content AS fact, s.content AS said, s.said_at AS at, t.user AS by, path
ORDER BY at DESC
LIMIT 50
