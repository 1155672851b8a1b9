// A page of the facts about one person, newest first, each with what took its place and why, and how many there are.
MATCH (root:Person {id: $person})
WHERE root.tenant = $tenant AND ($owners IS NULL OR root.owner IN $owners)
CALL (root) {
  MATCH (root)<-[:MERGED_INTO*0..20]-(:Person)<-[:ABOUT]-(m:Memory)
  WHERE m.status IN $statuses AND m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
  WITH DISTINCT m ORDER BY m.created_at DESC, m.id DESC
  RETURN collect(m) AS every
}
WITH size(every) AS total, every[$skip..$skip + $limit] AS page
CALL (page) {
  UNWIND page AS m
  RETURN collect({
    memory: «memory»,
    replaced: head(COLLECT {
      MATCH (newer:Memory)-[s:SUPERSEDES]->(m)
      RETURN {by: newer.id, content: newer.content, at: s.at.epochMillis, reason: s.reason, rule: s.by} ORDER BY s.at
    })
  }) AS facts
}
RETURN total, facts
