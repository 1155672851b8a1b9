// Which types of relationships are there, between which labels, and with which properties, in a sample of each?
CALL db.relationshipTypes() YIELD relationshipType AS type
CALL (type) {
  MATCH (a)-[r:$(type)]->(b)
  WITH a, r, b LIMIT $sample
  RETURN collect(DISTINCT labels(a)[0]) AS starts, collect(DISTINCT labels(b)[0]) AS ends,
    collect(DISTINCT keys(r)) AS properties
}
WITH type, starts, ends, properties WHERE size(starts) > 0
RETURN type, starts, ends, properties
ORDER BY type
