// The record of what was put right.
CREATE CONSTRAINT change_id IF NOT EXISTS FOR (c:Change) REQUIRE c.id IS UNIQUE;
CREATE INDEX change_owner IF NOT EXISTS FOR (c:Change) ON (c.owner);
