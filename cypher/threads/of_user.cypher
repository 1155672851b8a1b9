// The ids of all threads of a user.
MATCH (t:Thread {tenant: $tenant, user: $user})
RETURN collect(t.id) AS ids
