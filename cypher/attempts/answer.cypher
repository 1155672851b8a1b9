// What was asked for with a key, and what was answered, if the key is still remembered.
MATCH (k:IdempotencyKey {id: $id})
WHERE k.tenant = $tenant AND k.at > $since
RETURN k.request AS request, k.answer AS answer
