// Whom can some texts mean among the people known to these owners? Also, who was spoken of lately, and which names of one
// word begin like one of theirs.
CALL () {
  UNWIND $owners AS whose
  CALL (whose) {
    MATCH (p:Person) USING INDEX p:Person(owner, merged, last_mentioned, id)
    WHERE p.owner = whose AND p.merged = false AND p.last_mentioned >= $lookup.since AND p.id IS NOT NULL
    WITH DISTINCT p.owner AS owner, p.merged AS merged, p.last_mentioned AS at
      ORDER BY owner DESC, merged DESC, at DESC LIMIT $lookup.recent
    RETURN at
  }
  CALL (whose, at) {
    MATCH (p:Person) USING INDEX p:Person(owner, merged, last_mentioned, id)
    WHERE p.owner = whose AND p.merged = false AND p.last_mentioned = at AND p.id IS NOT NULL
    RETURN p ORDER BY p.gender IS NULL OR p.gender IN $lookup.genders DESC, p.name IS NULL DESC LIMIT $lookup.together
  }
  RETURN collect(p) AS spoken_of
}
CALL () {
  MATCH (alias:Alias) USING INDEX alias:Alias(owner, initial, folded)
  WHERE alias.owner IN $owners AND alias.initial IN $lookup.initials AND alias.folded IS NOT NULL
  RETURN collect(DISTINCT alias.folded) AS names
}
CALL () {
  CALL () {
    CALL () {
      MATCH (alias:Alias) USING INDEX alias:Alias(owner, folded)
      WHERE alias.owner IN $owners AND alias.folded IN $lookup.names
      RETURN alias
    UNION
      MATCH (alias:Alias) USING INDEX alias:Alias(owner, first, last)
      WHERE alias.owner IN $owners AND alias.first IN $lookup.words AND alias.last IS NOT NULL
      RETURN alias
    UNION
      MATCH (alias:Alias) USING INDEX alias:Alias(owner, last)
      WHERE alias.owner IN $owners AND alias.last IN $lookup.words
      RETURN alias
    UNION
      MATCH (alias:Alias) USING INDEX alias:Alias(owner, first, last)
      WHERE alias.owner IN $owners AND alias.first IN $lookup.nicknames AND alias.last IN $lookup.surnames
      RETURN alias
    UNION
      MATCH (alias:Alias) USING INDEX alias:Alias(owner, relation)
      WHERE alias.owner IN $owners AND alias.relation IN $lookup.kinds AND alias.of IS NULL
      RETURN alias
    UNION
      MATCH (alias:Alias) USING INDEX alias:Alias(owner, of)
      WHERE alias.owner IN $owners AND alias.of IN $lookup.of AND alias.relation IN $lookup.kinds_of_others
      RETURN alias
    }
    WITH alias WHERE alias.ended_at IS NULL
    MATCH (alias)-[:REFERS_TO]->(:Person)-[:MERGED_INTO*0..20]->(root:Person) WHERE root.merged = false
    RETURN root
  UNION
    UNWIND $lookup.common_kinds AS kind
    UNWIND [false, true] AS former
    CALL (kind, former) {
      MATCH (alias:Alias) USING INDEX alias:Alias(owner, relation)
      WHERE alias.owner IN $owners AND alias.relation = kind AND alias.of IS NULL
        AND coalesce(alias.former, false) = former AND alias.ended_at IS NULL
      MATCH (alias)-[:REFERS_TO]->(:Person)-[:MERGED_INTO*0..20]->(root:Person) WHERE root.merged = false
      WITH DISTINCT root LIMIT $lookup.enough
      RETURN root
    }
    RETURN root
  UNION
    UNWIND $lookup.common_kinds AS kind
    MATCH (root:Person) USING INDEX root:Person(owner, merged, lower, id)
    WHERE root.owner IN $owners AND root.merged = false AND root.lower = '~' AND root.id IS NOT NULL AND EXISTS {
      (alias:Alias)-[:REFERS_TO]->(:Person)-[:MERGED_INTO*0..20]->(root) WHERE alias.relation = kind
    }
    RETURN root
  }
  RETURN collect(root) AS meant
}
CALL (meant, spoken_of) {
  UNWIND meant + CASE WHEN $lookup.pronouns THEN spoken_of ELSE [] END AS root
  WITH DISTINCT root WHERE root.tenant = $tenant AND NOT EXISTS { (root)-[:MERGED_INTO]->() }
  RETURN collect(«known_person») AS people
}
RETURN people, [p IN spoken_of | {id: p.id, at: p.last_mentioned.epochMillis}] AS last_mentioned, names
