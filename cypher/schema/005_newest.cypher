// The newest memories of an owner are read in the order of the index, however many there are.
CREATE INDEX memory_newest IF NOT EXISTS FOR (m:Memory) ON (m.owner, m.status, m.id);
