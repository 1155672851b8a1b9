// A page of the people of these owners in order, from a point on, each with the ties to people who come before.
MATCH (p:Person)
WHERE p.owner IN $owners AND p.tenant = $tenant AND (p.owner > $owner OR p.id > $after)
WITH p ORDER BY p.owner, p.id LIMIT $limit
RETURN p {
  .id, .owner, .name, .gender, .status, .rule, .reason, created_at: toString(p.created_at),
  last_mentioned: toString(p.last_mentioned),
  ties: COLLECT {
    MATCH (p)-[r:MERGED_INTO|MAY_BE|RELATED_TO]-(other:Person)
    WHERE other.owner < p.owner OR (other.owner = p.owner AND other.id < p.id)
    WITH r, other, startNode(r) = p AS outward ORDER BY other.id, type(r), outward, r.kind
    RETURN {
      tie: type(r), to: CASE WHEN outward THEN other.id END, from: CASE WHEN NOT outward THEN other.id END,
      kind: r.kind, at: toString(r.at), by: r.by, reason: r.reason, dismissed_at: toString(r.dismissed_at)
    }
  }
} AS line
