m.tenant = $tenant AND m.owner IN $owners AND m.status IS NOT NULL AND m.confidence >= $min_confidence
    AND (m.expires_at IS NULL OR m.expires_at > $now)
    AND (m.assistant_key IS NULL OR m.assistant_key = $assistant_key)
    AND «known_then»
    AND ($person IS NULL OR EXISTS { (m)-[:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(:Person {id: $person}) })
