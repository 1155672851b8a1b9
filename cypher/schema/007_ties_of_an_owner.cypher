// What was replaced, who may be whom, and which facts may not both hold, are found by whose they are.
MATCH (p:Person)-[s:MAY_BE]->(:Person) WHERE s.owner IS NULL
CALL (p, s) { SET s.owner = p.owner } IN TRANSACTIONS;
MATCH (m:Memory)-[s:SUPERSEDES|MAY_REPLACE]->(:Memory) WHERE s.owner IS NULL
CALL (m, s) { SET s.owner = m.owner } IN TRANSACTIONS;
CREATE INDEX may_be_owner IF NOT EXISTS FOR ()-[s:MAY_BE]-() ON (s.owner);
CREATE INDEX may_replace_owner IF NOT EXISTS FOR ()-[d:MAY_REPLACE]-() ON (d.owner);
CREATE INDEX superseded_last IF NOT EXISTS FOR ()-[s:SUPERSEDES]-() ON (s.owner, s.at);
CALL db.awaitIndexes(600);
