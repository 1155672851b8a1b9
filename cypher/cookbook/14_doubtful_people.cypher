// Who may be one person, and who was made one?
// The first wait for somebody to say; of the second, look at those that a rule joined.
MATCH (p:Person {tenant: $tenant})-[tie:MAY_BE|MERGED_INTO]->(q:Person)
WHERE p <> q AND tie.dismissed_at IS NULL
RETURN CASE type(tie) WHEN 'MAY_BE' THEN 'may be' ELSE 'was merged into' END AS what, p.name AS one, q.name AS other,
  tie.reason AS why, tie.by AS by, tie.at AS at
ORDER BY at DESC
LIMIT 100
