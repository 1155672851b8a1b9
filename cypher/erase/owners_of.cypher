// Whose these memories are.
MATCH (m:Memory)
WHERE m.id IN $memories AND m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
RETURN collect(DISTINCT m.owner) AS ids
