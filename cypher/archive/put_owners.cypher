// Makes owners that are not there yet, and notes which will have memories without vectors.
UNWIND $rows AS row
MERGE (o:Owner {id: row.id, tenant: $tenant})
ON CREATE SET o.type = row.type, o.ref = row.ref, o.things = row.things
SET o.revision = coalesce(o.revision, 0) + 1, o.awaiting_vectors = coalesce(o.awaiting_vectors, false) OR row.awaiting
RETURN count(o) AS rows
