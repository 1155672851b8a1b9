// Which owners have memories that lack a vector?
MATCH (o:Owner {awaiting_vectors: true})
RETURN o.id AS id LIMIT $limit
