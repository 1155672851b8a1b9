MATCH (m:Memory)
    WHERE m.owner IN $owners AND m.key = claim.key AND m.status = 'deprecated' AND m.valid_to > claim.said_at
    RETURN m ORDER BY m.valid_to, m.id LIMIT 200
