// Deletes up to $limit marks of sessions and links that would be too old by now anyway.
MATCH (s:SpentToken)
WHERE s.until < $before
WITH s LIMIT $limit
DELETE s
RETURN count(*) AS tokens
