// What was asked for with a key, and what was answered, if the key is still remembered.
MATCH (k:IdempotencyKey {id: $id, tenant: $tenant})
WHERE k.at > $since
RETURN k.request AS request, k.answer AS answer
