// Which memories of these owners share their key with another that holds?
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.key IS NOT NULL AND ($keys IS NULL OR m.key IN $keys) AND m.status = 'active'
  AND m.tenant = $tenant
WITH m.owner AS owner, m.key AS key, collect(m) AS values WHERE size(values) > 1
UNWIND values AS m
RETURN collect(«memory») AS memories
