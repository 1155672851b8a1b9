s:Quotable AND s.tenant = $tenant AND s.owner IN $owners
    AND EXISTS { MATCH (s)-[:IN_THREAD]->(t:Thread) WHERE t.assistant_key IS NULL OR t.assistant_key = $assistant_key }
    AND NOT (EXISTS { (:Memory)-[:LEARNED_FROM]->(s) } AND NOT EXISTS { MATCH (m:Memory)-[:LEARNED_FROM]->(s) WHERE «holds» })
    AND NOT (s.role = 'assistant' AND EXISTS {
      MATCH (asked:Message {tenant: $tenant, thread: s.thread, position: s.position - 1})
      WHERE asked.role = 'user' AND (NOT asked:Quotable OR (EXISTS { (:Memory)-[:LEARNED_FROM]->(asked) }
        AND NOT EXISTS { MATCH (m:Memory)-[:LEARNED_FROM]->(asked) WHERE «holds» }))
    })
