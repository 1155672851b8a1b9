// Facts in scripts without spaces are found by their characters, and a key has one value: what was there before too.
DROP INDEX memory_text IF EXISTS;
CREATE FULLTEXT INDEX memory_text IF NOT EXISTS
  FOR (m:Memory) ON EACH [m.content, m.key_words, m.owner_token, m.topics, m.grams]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
DROP INDEX memory_key IF EXISTS;
CREATE INDEX memory_key IF NOT EXISTS FOR (m:Memory) ON (m.owner, m.key, m.status);
CREATE INDEX memory_values IF NOT EXISTS FOR (m:Memory) ON (m.owner, m.key, m.status, m.valid_to);
MATCH (m:Memory) WHERE m.content =~ '(?s).*[^\\u0000-\\u058F\\u1E00-\\u20FF].*'
CALL (m) {
  SET m.embedding = null, m.embedding_model = null
  WITH m
  MATCH (m)-[:OWNED_BY]->(o:Owner)
  SET o.awaiting_vectors = true
} IN TRANSACTIONS;
MATCH (m:Memory) WHERE m.key IS NOT NULL AND m.status = 'active'
WITH m.owner AS owner, m.key AS key, m.assistant_key AS assistant_key, COLLECT {
  MATCH (m)-[:ABOUT {subject: true}]->(:Person)-[:MERGED_INTO*0..20]->(root:Person)
  WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
  RETURN DISTINCT root.id AS id ORDER BY id
} AS subjects, m ORDER BY m.created_at, m.id
WITH owner, key, assistant_key, subjects, collect(m) AS values
UNWIND range(0, size(values) - 2) AS place
WITH values[place] AS old, values[place + 1] AS new
CALL (old, new) {
  MERGE (new)-[s:SUPERSEDES]->(old)
  SET s.at = new.created_at, s.reason = old.key + ' has a new value', s.by = 'same_key', s.owner = new.owner
  SET old.status = 'deprecated', old.valid_to = coalesce(old.valid_to, new.created_at), old.updated_at = datetime()
} IN TRANSACTIONS;
CALL db.awaitIndexes(600);
