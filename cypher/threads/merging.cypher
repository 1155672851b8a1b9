// Takes a thread and its user, and tells what moves to the user and what the user holds under the same keys or words.
// The user first, as everybody who takes both does: otherwise two would wait for each other.
MATCH (t:Thread {tenant: $tenant, id: $thread})
MERGE (o:Owner {id: $user_owner, tenant: $tenant})
ON CREATE SET o.type = 'user', o.ref = t.user
SET o.revision = timestamp()
WITH DISTINCT o
«locked_thread»
CALL () {
  MATCH (m:Memory) WHERE m.owner IN $owners AND m.status IS NOT NULL AND m.tenant = $tenant
  RETURN m
UNION
  MATCH (m:Memory) WHERE m.tenant = $tenant AND m.thread_id = $thread AND m.owner = $user_owner
  RETURN m
}
WITH t, collect(m) AS moving
WITH t, moving, [m IN moving WHERE m.key IS NOT NULL | m.key] AS keys, [m IN moving | m.fingerprint] AS prints
RETURN COLLECT { UNWIND moving AS m RETURN «memory» } AS moving, COLLECT {
  MATCH (m:Memory)
  WHERE m.owner = $user_owner AND m.status = 'active' AND m.tenant = $tenant
    AND (m.key IN keys OR m.fingerprint IN prints) AND NOT m IN moving
  RETURN «memory»
} AS held
