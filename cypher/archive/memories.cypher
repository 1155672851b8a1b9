// A page of the memories of these owners in order, from a point on, each with its ties to people, messages and memories that come before.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status IS NOT NULL AND m.tenant = $tenant AND (m.owner > $owner OR m.id > $after)
WITH m ORDER BY m.owner, m.id LIMIT $limit
RETURN «memory_line» AS line
