// People are counted and read in order, and found by what they are called, however many there are.
MATCH (p:Person) WHERE p.merged IS NULL OR p.lower IS NULL OR p.last_mentioned IS NULL
CALL (p) {
  SET p.merged = EXISTS { (p)-[:MERGED_INTO]->() }, p.lower = toLower(coalesce(p.name, '~')),
    p.last_mentioned = coalesce(p.last_mentioned, p.created_at, datetime())
} IN TRANSACTIONS;
MATCH (a:Alias)-[:REFERS_TO]->(p:Person) WHERE a.owner IS NULL OR a.lower IS NULL
CALL (a, p) {
  SET a.owner = p.owner, a.lower = toLower(a.text)
} IN TRANSACTIONS;
CREATE INDEX person_heard IF NOT EXISTS FOR (p:Person) ON (p.owner, p.merged, p.last_mentioned, p.id);
CREATE INDEX person_name IF NOT EXISTS FOR (p:Person) ON (p.owner, p.merged, p.lower, p.id);
CREATE INDEX alias_called IF NOT EXISTS FOR (a:Alias) ON (a.owner, a.lower);
CREATE INDEX alias_relation IF NOT EXISTS FOR (a:Alias) ON (a.owner, a.relation);
CALL db.awaitIndexes(600);
