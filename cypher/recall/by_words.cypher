// Which memories of these owners share words with a question (when no vector of the question can be had)?
CALL db.index.fulltext.queryNodes('memory_text', $lucene, {limit: $candidates}) YIELD node AS m, score AS text_score
WHERE m:Memory AND «recallable»
WITH collect({memory: «memory», similarity: null, text_score: text_score, outdated: «outdated»}) AS candidates
CALL () {
  «lately_heard»
  RETURN collect(«person») AS people
}
RETURN candidates, people
