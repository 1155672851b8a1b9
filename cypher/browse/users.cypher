// Which users of a tenant are known, by how their ids begin.
MATCH (o:Owner)
WHERE o.id STARTS WITH $tenant + '/user/' + $begins AND o.tenant = $tenant AND ($owners IS NULL OR o.id IN $owners)
WITH o ORDER BY o.id LIMIT $limit
RETURN collect(o.ref) AS users
