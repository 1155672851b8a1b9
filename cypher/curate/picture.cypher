// The people and memories that a correction is about, with their owners locked until it is written.
CALL () {
  MATCH (p:Person) USING INDEX p:Person(tenant, id) WHERE p.id IN $people AND p.tenant = $tenant AND ($owners IS NULL OR p.owner IN $owners)
  RETURN p.owner AS owner
UNION
  MATCH (m:Memory) USING INDEX m:Memory(tenant, id) WHERE m.id IN $memories AND m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
    AND ($every_assistant OR m.assistant_key IS NULL OR m.assistant_key = $assistant_key)
  RETURN m.owner AS owner
}
MATCH (o:Owner {id: owner, tenant: $tenant})
SET o.revision = timestamp()
WITH collect(o.id) AS locked
CALL (locked) {
  MATCH (asked:Person)-[:MERGED_INTO*0..20]->(root:Person) USING INDEX asked:Person(tenant, id)
  WHERE asked.id IN $people AND asked.tenant = $tenant AND asked.owner IN locked
    AND NOT EXISTS { (root)-[:MERGED_INTO]->() }
  MATCH (part:Person)-[:MERGED_INTO*0..20]->(root)
  WITH collect(DISTINCT part) AS parts
  RETURN parts
}
CALL (locked) {
  MATCH (m:Memory) USING INDEX m:Memory(tenant, id) WHERE m.id IN $memories AND m.tenant = $tenant AND m.owner IN locked
    AND ($every_assistant OR m.assistant_key IS NULL OR m.assistant_key = $assistant_key)
  RETURN collect(m) AS memories
}
WITH parts, memories, COLLECT {
  UNWIND parts AS part MATCH (a:Alias)-[:REFERS_TO]->(part) WHERE a.ended_at IS NULL RETURN DISTINCT a
} AS aliases
RETURN [node IN parts + aliases + memories | {
  id: node.id, label: head([label IN labels(node) WHERE label IN ['Person', 'Alias', 'Memory']]),
  properties: node {.*, embedding: null, lower: null, merged: null, folded: null, first: null, last: null, initial: null, derived: null}
}] AS nodes,
COLLECT {
  UNWIND parts + aliases + memories AS node
  MATCH (node)-[r:MERGED_INTO|REFERS_TO|KNOWN_TO|ABOUT|MAY_BE|MAY_REPLACE]->(end)
  RETURN {type: type(r), source: node.id, target: end.id, properties: properties(r)} AS tie
UNION
  UNWIND memories AS m
  MATCH (newer:Memory)-[r:SUPERSEDES|MAY_REPLACE]->(m)
  RETURN {type: type(r), source: newer.id, target: m.id, properties: properties(r)} AS tie
UNION
  UNWIND parts AS part
  MATCH (whose:Person)-[r:RELATED_TO]->(part)
  RETURN {type: type(r), source: whose.id, target: part.id, properties: properties(r)} AS tie
} AS ties
