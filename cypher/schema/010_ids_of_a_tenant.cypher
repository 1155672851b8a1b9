// An id is a tenant's own: two tenants may have the same one, and neither can tell. Aliases say whose they are.
MATCH (a:Alias)-[:REFERS_TO]->(p:Person) WHERE a.tenant IS NULL
CALL (a, p) { SET a.tenant = p.tenant } IN TRANSACTIONS;
MATCH (a:Alias) WHERE a.tenant IS NULL AND a.owner IS NOT NULL
CALL (a) { SET a.tenant = split(a.owner, '/')[0] } IN TRANSACTIONS;
CREATE CONSTRAINT memory_of_tenant IF NOT EXISTS FOR (m:Memory) REQUIRE (m.tenant, m.id) IS UNIQUE;
CREATE CONSTRAINT person_of_tenant IF NOT EXISTS FOR (p:Person) REQUIRE (p.tenant, p.id) IS UNIQUE;
CREATE CONSTRAINT alias_of_tenant IF NOT EXISTS FOR (a:Alias) REQUIRE (a.tenant, a.id) IS UNIQUE;
CREATE CONSTRAINT change_of_tenant IF NOT EXISTS FOR (c:Change) REQUIRE (c.tenant, c.id) IS UNIQUE;
CREATE CONSTRAINT extraction_of_tenant IF NOT EXISTS FOR (x:Extraction) REQUIRE (x.tenant, x.id) IS UNIQUE;
DROP CONSTRAINT memory_id IF EXISTS;
DROP CONSTRAINT person_id IF EXISTS;
DROP CONSTRAINT alias_id IF EXISTS;
DROP CONSTRAINT change_id IF EXISTS;
DROP CONSTRAINT extraction_id IF EXISTS;
// No tie leads from one tenant to another.
MATCH (one)-[r]->(other) WHERE one.tenant <> other.tenant
CALL (r) { DELETE r } IN TRANSACTIONS;
// Whoever waits for vectors is looked through in order, so that nobody in front keeps others waiting.
CREATE INDEX owner_waiting IF NOT EXISTS FOR (o:Owner) ON (o.awaiting_vectors, o.id);
DROP INDEX owner_awaiting_vectors IF EXISTS;
// Every tie that a page or an answer dates has a moment.
MATCH (new:Memory)-[s:SUPERSEDES|MAY_REPLACE]->(:Memory) WHERE s.at IS NULL
CALL (new, s) { SET s.at = coalesce(new.created_at, datetime()) } IN TRANSACTIONS;
MATCH (one:Person)-[s:MAY_BE]->(:Person) WHERE s.at IS NULL
CALL (one, s) { SET s.at = coalesce(one.created_at, datetime()) } IN TRANSACTIONS;
MATCH ()-[s:MAY_BE|MAY_REPLACE]->() WHERE s.reason IS NULL
CALL (s) { SET s.reason = '' } IN TRANSACTIONS;
CALL db.awaitIndexes(600);
