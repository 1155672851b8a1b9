{
    person: «person», gender: root.gender, last_mentioned: CASE WHEN root.last_mentioned IS :: ZONED DATETIME THEN root.last_mentioned.epochMillis END
  }
