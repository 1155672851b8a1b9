// Which owners have memories that lack a vector, in the order of their ids, from a point on?
MATCH (o:Owner)
WHERE o.awaiting_vectors = true AND o.id > $after
RETURN o.id AS id ORDER BY o.awaiting_vectors, o.id LIMIT $limit
