// Which memories of these owners share words with a question (when no vector of the question can be had)?
CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: $candidates}) YIELD node AS m
WHERE m:Memory AND «recallable»
WITH m, null AS similarity, false AS asked
WITH collect(«candidate») AS candidates
RETURN candidates, [] AS people
