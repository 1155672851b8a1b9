// Notes that a worker is at work.
MATCH (s:Schema {id: 'graphmem'})
SET s.worker_at = datetime()
RETURN s.id AS id
