// A page of the people known to these owners, by what they are called, in a chosen order, and how many there are.
MATCH (root:Person)
WHERE root.owner IN $owners AND root.tenant = $tenant AND NOT EXISTS { (root)-[:MERGED_INTO]->() }
  AND ($called IS NULL OR EXISTS {
    MATCH (alias:Alias)-[:REFERS_TO]->(:Person)-[:MERGED_INTO*0..20]->(root)
    WHERE alias.ended_at IS NULL AND toLower(alias.text) CONTAINS $called
  })
WITH root, CASE $sort
  WHEN 'facts' THEN COUNT {
    MATCH (m:Memory)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root) WHERE m.status = 'active' AND m.tenant = $tenant
  }
  WHEN 'heard' THEN coalesce(root.last_mentioned.epochMillis, 0)
  ELSE 0
END AS weight
ORDER BY weight DESC, toLower(coalesce(root.name, '~')), root.id
WITH collect(root) AS everybody
WITH size(everybody) AS total, everybody[$skip..$skip + $limit] AS page
CALL (page) {
  UNWIND page AS root
  RETURN collect({
    person: «person», last_heard: root.last_mentioned.epochMillis,
    memories: COUNT {
      MATCH (m:Memory)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root) WHERE m.status = 'active' AND m.tenant = $tenant
    }
  }) AS people
}
RETURN total, people
