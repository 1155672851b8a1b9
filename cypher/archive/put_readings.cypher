// Ends the arrival of threads: from now on they are read as any other.
UNWIND $rows AS row
MATCH (t:Thread {tenant: $tenant, id: row.thread}) WHERE t.arriving
SET t += row.properties, t.revision = coalesce(t.revision, 0) + 1, t.arriving = null, t.unchecked = COUNT {
  MATCH (s:Message {tenant: $tenant, thread: row.thread, is_memory_checked: false})
  WHERE s.status = 'completed' AND s.position IS NOT NULL
}
RETURN count(t) AS rows
