// A page of the changes of these owners in order, from a point on, with what each touched.
MATCH (c:Change)
WHERE c.owner IN $owners AND c.tenant = $tenant AND (c.owner > $owner OR c.id > $after)
WITH c ORDER BY c.owner, c.id LIMIT $limit
RETURN c {
  .id, .owner, .kind, .by, .summary, .before, .after, at: toString(c.at), undone_at: toString(c.undone_at),
  touched: COLLECT { MATCH (c)-[:TOUCHED]->(n:Person|Memory) RETURN n.id ORDER BY n.id }
} AS line
