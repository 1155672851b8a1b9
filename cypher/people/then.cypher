// Who was known to these owners at a moment, and by what they were called then, in the order of their ids.
MATCH (root:Person)
WHERE root.owner IN $owners AND root.tenant = $tenant AND ($after IS NULL OR root.id > $after)
  AND ($id IS NULL OR root.id = $id)
  AND ($as_of IS NULL OR root.created_at <= $as_of)
  AND NOT EXISTS { (root)-[j:MERGED_INTO]->() WHERE $as_of IS NULL OR j.at <= $as_of }
WITH root ORDER BY root.id LIMIT $limit
WITH root, COLLECT {
  MATCH path = (part:Person)-[:MERGED_INTO*0..20]->(root)
  WHERE all(j IN relationships(path) WHERE $as_of IS NULL OR j.at <= $as_of)
  RETURN part
} AS parts
RETURN collect({
  person: root {
    .id, .name,
    calls: COLLECT {
      UNWIND parts AS part
      MATCH (alias:Alias)-[:REFERS_TO]->(part)
      WHERE ($as_of IS NULL AND alias.ended_at IS NULL)
        OR (alias.at <= $as_of AND (alias.ended_at IS NULL OR alias.ended_at > $as_of))
      RETURN alias {.text, .kind, .relation, .former, .of, .rank} ORDER BY alias.rank
    }
  },
  memories: COUNT {
    UNWIND parts AS part
    MATCH (m:Memory)-[:ABOUT]->(part)
    WHERE m.tenant = $tenant AND «known_then»
  }
}) AS people
