// Takes owners until the transaction ends, so that nobody writes to them meanwhile.
UNWIND $ids AS id
WITH id ORDER BY id
MATCH (o:Owner {id: id, tenant: $tenant})
SET o.revision = timestamp()
RETURN count(o) AS owners
