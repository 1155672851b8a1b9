// The memories that one message taught, each with those it replaced.
MATCH (m:Memory)-[:LEARNED_FROM]->(:Message {tenant: $tenant, thread: $thread, id: $id})
WHERE m.tenant = $tenant AND m.owner IN $owners
WITH m ORDER BY m.id
RETURN m.id AS id, COLLECT { MATCH (m)-[:SUPERSEDES]->(old:Memory) RETURN old.id ORDER BY old.id } AS superseded
