// Threads, their messages, and the runs that read them.
CREATE CONSTRAINT thread_id IF NOT EXISTS FOR (t:Thread) REQUIRE (t.tenant, t.id) IS UNIQUE;
CREATE CONSTRAINT message_id IF NOT EXISTS FOR (m:Message) REQUIRE (m.tenant, m.thread, m.id) IS UNIQUE;
CREATE CONSTRAINT extraction_id IF NOT EXISTS FOR (x:Extraction) REQUIRE x.id IS UNIQUE;
CREATE INDEX thread_user IF NOT EXISTS FOR (t:Thread) ON (t.tenant, t.user);
CREATE INDEX thread_due IF NOT EXISTS FOR (t:Thread) ON (t.due_at);
CREATE INDEX message_unread IF NOT EXISTS FOR (m:Message) ON (m.tenant, m.thread, m.is_memory_checked, m.position);
CREATE INDEX message_position IF NOT EXISTS FOR (m:Message) ON (m.tenant, m.thread, m.position);
CREATE INDEX extraction_updated IF NOT EXISTS FOR (x:Extraction) ON (x.tenant, x.updated_at);
CREATE INDEX memory_thread IF NOT EXISTS FOR (m:Memory) ON (m.tenant, m.thread_id);
