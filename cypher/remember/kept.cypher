// Which of these memories an owner holds already, and what each took the place of: for a request that is sent again.
MATCH (m:Memory)
WHERE m.id IN $ids AND m.tenant = $tenant AND m.owner IN $owners
RETURN m.id AS id, COLLECT { MATCH (m)-[:SUPERSEDES]->(old:Memory) RETURN old.id } AS superseded
