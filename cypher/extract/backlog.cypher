// How many threads of a tenant, or of one user, wait to be read, are being read or failed; how many messages are unread?
MATCH (t:Thread)
WHERE t.tenant = $tenant AND t.id IS NOT NULL AND ($user IS NULL OR t.user = $user)
WITH t.unchecked AS unchecked, «thread».extraction AS state
RETURN count(CASE state WHEN 'pending' THEN 1 END) AS pending, count(CASE state WHEN 'running' THEN 1 END) AS running,
  count(CASE state WHEN 'failed' THEN 1 END) AS failed, coalesce(sum(unchecked), 0) AS unread
