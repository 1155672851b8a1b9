// How does the memory grow, week by week?
MATCH (m:Memory {tenant: $tenant})
WITH date.truncate('week', m.created_at) AS week, count(m) AS said,
  count(CASE WHEN m.status = 'active' THEN 1 END) AS still_active
RETURN week, said, still_active
ORDER BY week
