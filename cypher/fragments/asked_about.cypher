UNWIND CASE WHEN size($kinds) + size($names) > 0 THEN [true] ELSE [] END AS somebody
  MATCH (p:Person) USING INDEX p:Person(owner) WHERE p.owner IN $owners AND p.tenant = $tenant AND EXISTS {
    MATCH (alias:Alias)-[:REFERS_TO]->(p)
    WHERE alias.ended_at IS NULL AND (
      (alias.kind = 'relation' AND alias.relation IN $kinds AND alias.of IS NULL AND NOT alias.former)
      OR (alias.kind = 'name' AND toLower(alias.text) IN $names))
  }
  MATCH (p)-[:MERGED_INTO*0..20]->(root:Person) WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
  WITH DISTINCT root
  MATCH (m:Memory)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root)
  WHERE m.status = 'active' AND m.embedding_model = $model
  WITH DISTINCT m, vector.similarity.cosine(m.embedding, $vector) AS closeness ORDER BY closeness DESC LIMIT $candidates
