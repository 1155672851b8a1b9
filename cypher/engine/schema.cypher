// Which shape does the graph have, whose vectors does it hold, and was a worker at work in the last minutes?
MATCH (s:Schema {id: 'graphmem'})
RETURN s.version AS version, s.embedding_model AS embedding_model, nullIf(s.earlier_model, '') AS earlier_model,
  s.dimensions AS dimensions,
  coalesce(s.worker_at > datetime() - duration({minutes: 3}), false) AS worker
