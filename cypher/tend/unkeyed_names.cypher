// Which names have not yet got what they are looked up by, in the whole graph?
MATCH (a:Alias)
WHERE a.kind = 'name' AND a.folded IS NULL AND a.text IS :: STRING NOT NULL AND a.tenant IS NOT NULL AND a.id IS NOT NULL
RETURN a.tenant AS tenant, a.id AS id, a.text AS text LIMIT $limit
