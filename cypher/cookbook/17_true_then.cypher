// What was true half a year ago?
// By the other clock: when it held in life, whenever it was said.
WITH datetime() - duration('P6M') AS then
MATCH (m:Memory {tenant: $tenant})
WHERE coalesce(m.valid_from, m.created_at) <= then AND coalesce(m.valid_to, m.expires_at, datetime()) > then
RETURN m.content AS fact, m.status AS status_now, m.valid_from AS since, coalesce(m.valid_to, m.expires_at) AS until
ORDER BY since DESC
LIMIT 100
