// Deletes up to $limit records of runs that ended before a moment; failed ones that nobody tried again stay.
MATCH (x:Extraction)
WHERE x.updated_at < $before AND NOT x.status IN ['running', 'failed']
WITH x LIMIT $limit
DETACH DELETE x
RETURN count(*) AS runs
