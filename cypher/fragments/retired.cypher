MATCH (m:Memory)
    WHERE m.owner IN $owners AND m.status IN ['deprecated', 'deleted'] AND m.tenant = $tenant
    WITH m ORDER BY m.id DESC LIMIT 500
    WITH m, coalesce(CASE WHEN m.embedding_model = $model THEN 2 * vector.similarity.cosine(m.embedding, $vector) - 1 END, 1.0) AS similarity
    WHERE similarity >= $least
    RETURN {content: m.content, replaced_by: head([(newer:Memory)-[:SUPERSEDES]->(m) | newer.content])}
    ORDER BY similarity DESC LIMIT $candidates
