// Notes the shape the graph now has.
MERGE (s:Schema {id: 'graphmem'})
SET s.version = $version, s.embedding_model = $embedding_model, s.earlier_model = coalesce($earlier_model, ''), s.dimensions = $dimensions
RETURN s.version AS version
