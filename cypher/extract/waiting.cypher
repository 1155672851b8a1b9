// Which threads are to be read now and by nobody else, in the order they came?
MATCH (t:Thread)
WHERE t.due_at <= datetime() AND (t.lease_until IS NULL OR t.lease_until <= datetime())
WITH t ORDER BY t.due_at, t.id LIMIT $limit
RETURN collect({tenant: t.tenant, id: t.id}) AS threads
