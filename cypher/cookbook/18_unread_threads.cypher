// Which conversations wait to be read, or could not be?
MATCH (t:Thread {tenant: $tenant})
WHERE t.unchecked > 0 OR t.failed_at IS NOT NULL
OPTIONAL MATCH (x:Extraction)-[:OF]->(t)
RETURN t.id AS thread, t.user AS user, t.unchecked AS unread_messages, count(x) AS runs, t.error AS last_error,
  t.updated_at AS last_change
ORDER BY last_change DESC
LIMIT 100
