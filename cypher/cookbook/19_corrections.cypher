// What was put right by hand, and what by rules?
MATCH (c:Change {tenant: $tenant})
RETURN c.kind AS kind, CASE c.by WHEN 'by hand' THEN 'by hand' ELSE 'by a rule' END AS by, count(*) AS changes,
  count(c.undone_at) AS undone, max(c.at) AS last
ORDER BY changes DESC
