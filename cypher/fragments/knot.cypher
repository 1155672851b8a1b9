{
    person: «person», created_at: root.created_at.epochMillis,
    bonds: COLLECT {
      MATCH (root)<-[:MERGED_INTO*0..20]-(:Person)-[bond:RELATED_TO]->(:Person)-[:MERGED_INTO*0..20]->(other:Person)
      WHERE NOT EXISTS { (other)-[:MERGED_INTO]->() }
      RETURN {to: other.id, kind: bond.kind}
    }
  }
