// Notes that no vectors of an earlier model are left, if nobody waits for theirs.
MATCH (s:Schema {id: 'graphmem'})
WHERE NOT EXISTS { MATCH (o:Owner) WHERE o.awaiting_vectors = true }
SET s.earlier_model = ''
RETURN s.id AS id
