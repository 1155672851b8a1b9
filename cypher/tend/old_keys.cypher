// Deletes up to $limit keys of requests that are no longer remembered.
MATCH (k:IdempotencyKey)
WHERE k.at <= $since
WITH k LIMIT $limit
DELETE k
RETURN count(*) AS keys
