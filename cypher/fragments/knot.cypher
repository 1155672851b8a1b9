{
    person: «person», created_at: CASE WHEN root.created_at IS :: ZONED DATETIME THEN root.created_at.epochMillis END,
    bonds: COLLECT {
      MATCH (root)<-[:MERGED_INTO*0..20]-(:Person)-[bond:RELATED_TO]->(:Person)-[:MERGED_INTO*0..20]->(other:Person)
      WHERE NOT EXISTS { (other)-[:MERGED_INTO]->() }
      RETURN {to: other.id, kind: bond.kind}
    }
  }
