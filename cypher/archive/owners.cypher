// A page of a tenant's owners in the order of their ids, from a point on.
MATCH (o:Owner)
WHERE o.id STARTS WITH $prefix AND o.id > $after AND o.tenant = $tenant AND ($only IS NULL OR o.id IN $only)
WITH o ORDER BY o.id LIMIT $limit
RETURN o.id AS id, o.things AS things, COUNT { (o)<-[:OWNED_BY]-() } AS size
