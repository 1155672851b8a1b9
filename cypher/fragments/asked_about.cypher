CALL () {
    UNWIND $names AS name
    MATCH (alias:Alias) WHERE alias.owner IN $owners AND alias.lower = name AND alias.kind = 'name' AND alias.ended_at IS NULL
    RETURN alias
  UNION
    UNWIND $kinds AS kind
    MATCH (alias:Alias) WHERE alias.owner IN $owners AND alias.relation = kind AND alias.kind = 'relation'
      AND alias.of IS NULL AND NOT alias.former AND alias.ended_at IS NULL
    RETURN alias
  }
  MATCH (alias)-[:REFERS_TO]->(p:Person) WHERE p.tenant = $tenant
  MATCH (p)-[:MERGED_INTO*0..20]->(root:Person) WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
  WITH DISTINCT root
