// Puts every thread on the list of those whose messages need vectors.
MATCH (t:Thread)
WHERE t.id IS NOT NULL
SET t.awaiting_vectors = true
RETURN count(t) AS threads
