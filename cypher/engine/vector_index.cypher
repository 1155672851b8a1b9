// In which state is a vector index, of how many dimensions, and does it round?
SHOW VECTOR INDEXES YIELD name, state, options
WHERE name = $name
RETURN state, options.indexConfig['vector.dimensions'] AS dimensions,
  coalesce(options.indexConfig['vector.quantization.type'], 'NONE') <> 'NONE' AS quantized
