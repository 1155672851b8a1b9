// What of some lines of an archive is here already.
RETURN COLLECT {
  MATCH (n:Memory) USING INDEX n:Memory(tenant, id)
  WHERE n.tenant = $tenant AND n.id IN $ids AND ($owners IS NULL OR n.owner IN $owners) RETURN n.id
UNION
  MATCH (n:Person) USING INDEX n:Person(tenant, id) WHERE n.tenant = $tenant AND n.id IN $ids RETURN n.id
UNION
  MATCH (n:Alias) USING INDEX n:Alias(tenant, id) WHERE n.tenant = $tenant AND n.id IN $ids RETURN n.id
UNION
  MATCH (n:Change) USING INDEX n:Change(tenant, id) WHERE n.tenant = $tenant AND n.id IN $ids RETURN n.id
UNION
  MATCH (n:Extraction) USING INDEX n:Extraction(tenant, id) WHERE n.tenant = $tenant AND n.id IN $ids RETURN n.id
} AS ids, COLLECT {
  MATCH (o:Owner) WHERE o.id IN $holders AND o.tenant = $tenant RETURN o.id
} AS holders, COLLECT {
  MATCH (t:Thread) WHERE t.tenant = $tenant AND t.id IN $threads
  RETURN {id: t.id, arriving: coalesce(t.arriving, false)}
} AS threads, COLLECT {
  UNWIND $messages AS row
  MATCH (s:Message {tenant: $tenant, thread: row.thread, id: row.id})
  RETURN {thread: row.thread, id: row.id}
} AS messages
