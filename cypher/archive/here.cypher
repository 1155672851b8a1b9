// What of some lines of an archive is here already, and which of their ids somebody else has.
RETURN COLLECT {
  MATCH (n:Memory) USING INDEX n:Memory(id) WHERE n.id IN $ids
  RETURN {id: n.id, ours: n.tenant = $tenant AND ($owners IS NULL OR n.owner IN $owners)} AS node
UNION ALL
  MATCH (n:Person) USING INDEX n:Person(id) WHERE n.id IN $ids
  RETURN {id: n.id, ours: n.tenant = $tenant} AS node
UNION ALL
  MATCH (n:Alias) USING INDEX n:Alias(id) WHERE n.id IN $ids
  RETURN {id: n.id, ours: EXISTS { (n)-[:REFERS_TO]->(p:Person) WHERE p.tenant = $tenant }} AS node
UNION ALL
  MATCH (n:Change) USING INDEX n:Change(id) WHERE n.id IN $ids
  RETURN {id: n.id, ours: n.tenant = $tenant} AS node
UNION ALL
  MATCH (n:Extraction) USING INDEX n:Extraction(id) WHERE n.id IN $ids
  RETURN {id: n.id, ours: n.tenant = $tenant} AS node
} AS nodes, COLLECT {
  MATCH (o:Owner) WHERE o.id IN $holders AND o.tenant = $tenant RETURN o.id
} AS holders, COLLECT {
  MATCH (t:Thread) WHERE t.tenant = $tenant AND t.id IN $threads
  RETURN {id: t.id, arriving: coalesce(t.arriving, false)}
} AS threads, COLLECT {
  UNWIND $messages AS row
  MATCH (s:Message {tenant: $tenant, thread: row.thread, id: row.id})
  RETURN {thread: row.thread, id: row.id}
} AS messages
