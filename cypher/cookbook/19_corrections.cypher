// What was corrected by hand, and what changed by itself?
MATCH (c:Change {tenant: $tenant})
RETURN c.kind AS kind, CASE c.by WHEN 'by hand' THEN 'by hand' ELSE 'by itself' END AS by, count(*) AS changes,
  count(c.undone_at) AS undone, max(c.at) AS last
ORDER BY changes DESC
