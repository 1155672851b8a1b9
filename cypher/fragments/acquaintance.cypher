{
    person: «person», last_heard: CASE WHEN root.last_mentioned IS :: ZONED DATETIME THEN root.last_mentioned.epochMillis END, memories: «facts_that_hold»
  }
