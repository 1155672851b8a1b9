// Gives names what they are looked up by.
UNWIND $rows AS row
MATCH (a:Alias {tenant: row.tenant, id: row.id})
SET a += row.keys
RETURN count(a) AS names
