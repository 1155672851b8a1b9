// How many facts of each kind are there, and how sure are they?
MATCH (m:Memory {tenant: $tenant})
RETURN m.kind AS kind, m.status AS status, count(*) AS facts, round(avg(m.confidence), 2) AS mean_confidence,
  round(avg(m.importance), 2) AS mean_importance
ORDER BY facts DESC
