// What a change touched, as it is now, with its owner locked until the change is taken back.
MATCH (c:Change {id: $id}) WHERE c.tenant = $tenant AND ($owners IS NULL OR c.owner IN $owners)
MATCH (o:Owner {id: c.owner, tenant: $tenant})
SET o.revision = timestamp()
WITH c, COLLECT {
  MATCH (p:Person) USING INDEX p:Person(tenant, id) WHERE p.id IN $nodes AND p.tenant = $tenant RETURN p
UNION
  MATCH (p:Alias) USING INDEX p:Alias(tenant, id) WHERE p.id IN $nodes AND p.tenant = $tenant RETURN p
UNION
  MATCH (p:Memory) USING INDEX p:Memory(tenant, id) WHERE p.id IN $nodes AND p.tenant = $tenant RETURN p
} AS nodes
RETURN [node IN nodes | {
  id: node.id, label: head([label IN labels(node) WHERE label IN ['Person', 'Alias', 'Memory']]),
  properties: node {.*, embedding: null, lower: null, merged: null, folded: null, first: null, last: null, initial: null, derived: null}
}] AS nodes,
COLLECT {
  UNWIND nodes AS node
  MATCH (node)-[r]->(end) WHERE type(r) <> 'OWNED_BY'
  RETURN {type: type(r), source: node.id, target: end.id, properties: properties(r)} AS tie
UNION
  UNWIND nodes AS node
  MATCH (node)<-[r]-(start) WHERE type(r) <> 'TOUCHED' AND (type(r) <> 'ABOUT' OR node.id IN $made)
  RETURN {type: type(r), source: start.id, target: node.id, properties: properties(r)} AS tie
} AS ties, c.undone_at.epochMillis AS undone_at
