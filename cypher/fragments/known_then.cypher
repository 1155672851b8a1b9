($as_of IS NULL OR (m.created_at <= $as_of AND NOT EXISTS { (:Memory)-[s:SUPERSEDES]->(m) WHERE s.at <= $as_of }))
  AND ($valid_at IS NULL OR (m.valid_from <= $valid_at AND (m.valid_to IS NULL OR m.valid_to > $valid_at)))
