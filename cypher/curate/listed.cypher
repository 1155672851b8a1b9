// The changes of these owners, newest first, from a point on.
MATCH (c:Change)
WHERE c.owner IN $owners AND c.tenant = $tenant AND ($before IS NULL OR c.id < $before)
  AND ($kind IS NULL OR c.kind = $kind)
  AND ($touched IS NULL OR EXISTS { (c)-[:TOUCHED]->(n:Person|Memory {id: $touched}) })
WITH c ORDER BY c.id DESC LIMIT $limit
RETURN collect(«change») AS changes
