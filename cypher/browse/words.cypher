// What these memories say, and what these people are called.
RETURN COLLECT {
  MATCH (m:Memory) USING INDEX m:Memory(tenant, id)
  WHERE m.id IN $memories AND m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
  RETURN {id: m.id, text: left(m.content, 400)}
} + COLLECT {
  MATCH (p:Person) USING INDEX p:Person(tenant, id)
  WHERE p.id IN $people AND p.tenant = $tenant AND ($owners IS NULL OR p.owner IN $owners) AND p.name IS NOT NULL
  RETURN {id: p.id, text: p.name}
} AS words
