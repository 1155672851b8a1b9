// Puts every owner on the list of those whose memories need vectors.
MATCH (o:Owner)
SET o.awaiting_vectors = true
RETURN count(o) AS owners
