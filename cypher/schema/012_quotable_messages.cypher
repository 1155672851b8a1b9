// What was said can be quoted: by its words at once, by its meaning when a worker has given it a vector.
MATCH (s:Message)-[:IN_THREAD]->(t:Thread)
WHERE s.role IN ['user', 'assistant'] AND s.status = 'completed' AND s.redacted IS NULL AND NOT s.content IN ['', '[forgotten]']
CALL (s, t) {
  SET s:Quotable, s.owner = t.tenant + '/user/' + t.user, s.embedding_model = ''
} IN TRANSACTIONS;
MATCH (t:Thread) WHERE t.id IS NOT NULL
CALL (t) { SET t.awaiting_vectors = true } IN TRANSACTIONS;
CREATE INDEX message_owner IF NOT EXISTS FOR (s:Quotable) ON (s.owner);
CREATE INDEX message_unembedded IF NOT EXISTS FOR (s:Quotable) ON (s.tenant, s.thread, s.embedding_model);
CREATE INDEX thread_waiting IF NOT EXISTS FOR (t:Thread) ON (t.awaiting_vectors, t.tenant, t.id);
CREATE FULLTEXT INDEX message_text IF NOT EXISTS FOR (s:Quotable) ON EACH [s.content, s.owner_token, s.grams]
  OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}};
CALL db.awaitIndexes(600);
