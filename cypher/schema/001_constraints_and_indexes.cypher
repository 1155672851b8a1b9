// The first shape of the graph: what is unique, and what is looked up.
CREATE CONSTRAINT memory_id IF NOT EXISTS FOR (m:Memory) REQUIRE m.id IS UNIQUE;
CREATE CONSTRAINT owner_id IF NOT EXISTS FOR (o:Owner) REQUIRE o.id IS UNIQUE;
CREATE CONSTRAINT key_id IF NOT EXISTS FOR (k:ApiKey) REQUIRE k.id IS UNIQUE;
CREATE CONSTRAINT key_digest IF NOT EXISTS FOR (k:ApiKey) REQUIRE k.digest IS UNIQUE;
CREATE INDEX memory_owner IF NOT EXISTS FOR (m:Memory) ON (m.owner, m.status);
CREATE INDEX memory_fingerprint IF NOT EXISTS FOR (m:Memory) ON (m.owner, m.fingerprint);
CREATE INDEX memory_key IF NOT EXISTS FOR (m:Memory) ON (m.owner, m.key);
CREATE INDEX owner_awaiting_vectors IF NOT EXISTS FOR (o:Owner) ON (o.awaiting_vectors);
CREATE FULLTEXT INDEX memory_text IF NOT EXISTS FOR (m:Memory) ON EACH [m.content, m.key_words, m.owner_token]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CREATE CONSTRAINT schema_id IF NOT EXISTS FOR (s:Schema) REQUIRE s.id IS UNIQUE;
