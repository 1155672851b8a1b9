// People, what they are called, and the words that facts are found by.
CREATE CONSTRAINT person_id IF NOT EXISTS FOR (p:Person) REQUIRE p.id IS UNIQUE;
CREATE CONSTRAINT alias_id IF NOT EXISTS FOR (a:Alias) REQUIRE a.id IS UNIQUE;
CREATE INDEX person_owner IF NOT EXISTS FOR (p:Person) ON (p.owner);
DROP INDEX memory_text IF EXISTS;
CREATE FULLTEXT INDEX memory_text IF NOT EXISTS FOR (m:Memory) ON EACH [m.content, m.key_words, m.owner_token, m.topics]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
