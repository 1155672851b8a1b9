// How many memories of these owners can a search find? Counts no further than $most.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.status = 'active' AND m.tenant = $tenant
WITH m LIMIT $most
RETURN count(m) AS memories
