// Makes the messages of threads that are arriving.
UNWIND $rows AS row
MATCH (t:Thread {tenant: $tenant, id: row.thread}) WHERE t.arriving
MERGE (s:Message {tenant: $tenant, thread: row.thread, id: row.id})
ON CREATE SET s += row.properties
MERGE (s)-[:IN_THREAD]->(t)
RETURN count(s) AS rows
