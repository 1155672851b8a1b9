// Makes the messages of threads that are arriving.
UNWIND $rows AS row
MATCH (t:Thread {tenant: $tenant, id: row.thread}) WHERE t.arriving
MERGE (s:Message {tenant: $tenant, thread: row.thread, id: row.id})
ON CREATE SET s += row.properties
MERGE (s)-[:IN_THREAD]->(t)
FOREACH (_ IN CASE WHEN row.quotable AND NOT coalesce(s.withdrawn, false) THEN [1] ELSE [] END | «make_quotable»)
RETURN count(s) AS rows
