// A page of the people of these owners who are called something like this, in a chosen order, and how many there are.
CALL () {
  «called»
  RETURN collect(DISTINCT root) AS everybody
}
CALL (everybody) {
  UNWIND everybody AS root
  WITH root, CASE $sort WHEN 'facts' THEN «facts_that_hold» WHEN 'heard' THEN root.last_mentioned ELSE 0 END AS weight
  ORDER BY weight DESC, root.lower, root.id SKIP $skip LIMIT $limit
  WITH root WHERE root.tenant = $tenant
  RETURN collect(«acquaintance») AS people
}
RETURN people, size(everybody) AS total
