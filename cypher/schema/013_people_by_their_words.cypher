// People are found by the words of their names, by how these are spelt, and by whose relatives they are.
MATCH (p:Person) WHERE p.name IS :: STRING NOT NULL AND p.owner IS NOT NULL AND NOT EXISTS {
  (a:Alias)-[:REFERS_TO]->(:Person)-[:MERGED_INTO*0..20]->(p) WHERE a.kind = 'name' AND a.lower = toLower(p.name)
}
CALL (p) {
  CREATE (:Alias {
    tenant: p.tenant, id: randomUUID(), owner: p.owner, text: p.name, lower: toLower(p.name), kind: 'name', rank: 0, derived: true,
    at: coalesce(p.created_at, datetime()), rule: 'name', reason: 'their name'
  })-[:REFERS_TO]->(p)
} IN TRANSACTIONS;
CREATE INDEX alias_name IF NOT EXISTS FOR (a:Alias) ON (a.owner, a.folded);
CREATE INDEX alias_first IF NOT EXISTS FOR (a:Alias) ON (a.owner, a.first, a.last);
CREATE INDEX alias_last IF NOT EXISTS FOR (a:Alias) ON (a.owner, a.last);
CREATE INDEX alias_initial IF NOT EXISTS FOR (a:Alias) ON (a.owner, a.initial, a.folded);
CREATE INDEX alias_of IF NOT EXISTS FOR (a:Alias) ON (a.owner, a.of);
CALL db.awaitIndexes(600);
