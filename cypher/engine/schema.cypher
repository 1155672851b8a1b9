// Which shape does the graph have, and whose vectors does it hold?
MATCH (s:Schema {id: 'graphmem'})
RETURN s.version AS version, s.embedding_model AS embedding_model, s.dimensions AS dimensions
