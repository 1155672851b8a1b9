// What a memory's words say is read anew when it is compared: nothing of that is kept.
MATCH (m:Memory) WHERE m.facets IS NOT NULL OR m.topics IS NOT NULL
CALL (m) { REMOVE m.facets, m.topics } IN TRANSACTIONS;
DROP INDEX memory_text IF EXISTS;
CREATE FULLTEXT INDEX memory_text IF NOT EXISTS
  FOR (m:Memory) ON EACH [m.content, m.key_words, m.owner_token, m.grams]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CALL db.awaitIndexes(600);
