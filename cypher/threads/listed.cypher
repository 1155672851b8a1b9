// The threads of a user, those opened last first, from a point on.
MATCH (t:Thread {tenant: $tenant, user: $user})
WHERE $before IS NULL OR [t.created_at.epochMillis, t.id] < $before
WITH t ORDER BY t.created_at DESC, t.id DESC LIMIT $limit
RETURN collect(«thread») AS threads
