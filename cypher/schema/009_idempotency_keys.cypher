// The keys of requests that may be sent again.
CREATE CONSTRAINT idempotency_key_id IF NOT EXISTS FOR (k:IdempotencyKey) REQUIRE k.id IS UNIQUE;
CREATE INDEX idempotency_key_owner IF NOT EXISTS FOR (k:IdempotencyKey) ON (k.owner);
CREATE INDEX idempotency_key_at IF NOT EXISTS FOR (k:IdempotencyKey) ON (k.at);
