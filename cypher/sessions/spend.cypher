// Marks a session as ended or a sign-in link as used; says whether nobody had before.
MERGE (s:SpentToken {id: $id, tenant: $tenant})
ON CREATE SET s.until = $until, s.attempt = $attempt
RETURN s.attempt = $attempt AS first
