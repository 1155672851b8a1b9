{
    person: «person», last_heard: root.last_mentioned.epochMillis, memories: «facts_that_hold»
  }
