// Gives what a thread owns to its user: memories, people, and who turned out to be whom or outdated by that.
MATCH (t:Thread {tenant: $tenant, id: $thread})
MATCH (user:Owner {id: $user_owner, tenant: $tenant})
OPTIONAL MATCH (own:Owner) WHERE own.id IN $owners AND own.tenant = $tenant
SET user.awaiting_vectors = coalesce(user.awaiting_vectors, false) OR coalesce(own.awaiting_vectors, false),
  user.things = coalesce(user.things, []) + [thing IN coalesce(own.things, []) WHERE NOT thing IN coalesce(user.things, [])]
WITH t, user
CALL (user) {
  MATCH (m:Memory)-[belongs:OWNED_BY]->(:Owner)
  WHERE m.owner IN $owners AND m.status IS NOT NULL AND m.tenant = $tenant
  DELETE belongs
  MERGE (m)-[:OWNED_BY]->(user)
  SET m.owner = $user_owner, m.owner_token = $owner_token
  WITH m
  MATCH (m)-[tie:SUPERSEDES|MAY_REPLACE]->(:Memory)
  SET tie.owner = $user_owner
}
CALL () {
  MATCH (m:Memory) WHERE m.tenant = $tenant AND m.thread_id = $thread AND m.owner = $user_owner
  SET m.thread_id = null
}
CALL (user) {
  MATCH (p:Person)-[known:KNOWN_TO]->(:Owner)
  WHERE p.owner IN $owners AND p.tenant = $tenant
  DELETE known
  MERGE (p)-[:KNOWN_TO]->(user)
  SET p.owner = $user_owner
  WITH p
  OPTIONAL MATCH (p)-[alike:MAY_BE]->(:Person)
  SET alike.owner = $user_owner
  WITH DISTINCT p
  MATCH (a:Alias)-[:REFERS_TO]->(p)
  SET a.owner = $user_owner
}
CALL () {
  UNWIND $joined AS row
  MATCH (other:Person {id: row.other}) WHERE other.tenant = $tenant AND other.owner = $user_owner
  WITH row, other
  MATCH (p:Person {id: row.person}) WHERE p.tenant = $tenant AND p.owner = $user_owner
  MERGE (other)-[j:MERGED_INTO]->(p)
  ON CREATE SET j.at = $now, j.by = 'thread_merge', j.reason = 'the same in a thread that was merged'
  SET other.merged = true
}
CALL () {
  UNWIND $superseded AS row
  MATCH (new:Memory {id: row.new}) WHERE new.tenant = $tenant AND new.owner = $user_owner
  WITH row, new
  MATCH (old:Memory {id: row.old}) WHERE old.tenant = $tenant AND old.owner = $user_owner
  MERGE (new)-[s:SUPERSEDES]->(old)
  ON CREATE SET s.at = $now, s.reason = row.reason, s.by = 'thread_merge', s.owner = new.owner
  SET old.status = 'deprecated', old.valid_to = coalesce(old.valid_to, $now), old.updated_at = $now
}
RETURN t.id AS id
