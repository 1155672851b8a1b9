// In which state is the vector index, and of how many dimensions?
SHOW VECTOR INDEXES YIELD name, state, options
WHERE name = 'memory_meaning'
RETURN state, options.indexConfig['vector.dimensions'] AS dimensions
