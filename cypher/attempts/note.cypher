// Notes what was asked for with a key and what is answered, unless the key is remembered already; no row when it went meanwhile.
MERGE (k:IdempotencyKey {id: $id, tenant: $tenant})
SET k.revision = timestamp()
WITH k WHERE k.revision IS NOT NULL
WITH k, coalesce(k.at <= $since, true) AS fresh
SET k += CASE WHEN fresh THEN {owner: $owner, request: $request, answer: $answer, at: $at} ELSE {} END
RETURN fresh
