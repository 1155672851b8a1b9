// Gives memories the vectors of the words they hold now, none where the model can't read them, and what else they are
// found by; a memory whose words changed meanwhile waits for its next turn.
UNWIND $rows AS row
MATCH (m:Memory {id: row.id})
WHERE m.tenant = $tenant AND m.owner IN $owners AND m.content = row.content
SET m.embedding = row.vector, m.embedding_model = $model, m.grams = row.grams
RETURN count(m) AS attached
