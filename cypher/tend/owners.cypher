// The owners in the order of their ids, from a point on.
MATCH (o:Owner) WHERE o.id > $after
WITH o ORDER BY o.id LIMIT $limit
RETURN collect(o.id) AS ids
