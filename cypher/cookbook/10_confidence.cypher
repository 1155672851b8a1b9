// How is confidence distributed?
MATCH (m:Memory {tenant: $tenant, status: 'active'})
WITH toInteger(floor(m.confidence * 10)) / 10.0 AS from_confidence
RETURN from_confidence, count(*) AS facts
ORDER BY from_confidence DESC
