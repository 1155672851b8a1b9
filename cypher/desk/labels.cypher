// Which labels are there, and which properties has a sample of each?
CALL db.labels() YIELD label
WHERE NOT label IN $without
CALL (label) {
  MATCH (n:$(label))
  WITH n LIMIT $sample
  UNWIND keys(n) AS property
  WITH DISTINCT property ORDER BY property
  RETURN collect(property) AS properties
}
WITH label, properties WHERE size(properties) > 0
RETURN label, properties
ORDER BY label
