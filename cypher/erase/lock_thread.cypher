// Takes a thread and whoever was told something in it until the transaction ends, so that nobody writes to them meanwhile.
// Owners first and in order, as everybody who takes both does: otherwise two would wait for each other.
MATCH (t:Thread {tenant: $tenant, id: $thread})
CALL (t) {
  UNWIND [$tenant + '/user/' + t.user] + $owners + COLLECT {
    MATCH (m:Memory) WHERE m.tenant = $tenant AND m.thread_id = $thread RETURN DISTINCT m.owner
  } AS id
  WITH DISTINCT id ORDER BY id
  MATCH (o:Owner {id: id, tenant: $tenant})
  SET o.revision = timestamp()
  RETURN count(o) AS locked
}
WITH DISTINCT locked
«locked_thread»
RETURN «thread» AS thread
