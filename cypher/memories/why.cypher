// Why is this believed: what was read from its words, how it was found to be about whom, and what it replaced?
MATCH (m:Memory {id: $id})
WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
  AND ($every_assistant OR m.assistant_key IS NULL OR m.assistant_key = $assistant_key)
RETURN «memory» AS memory,
  COLLECT {
    MATCH (m)-[a:ABOUT]->(:Person)-[:MERGED_INTO*0..20]->(root:Person)
    WHERE NOT EXISTS { (root)-[:MERGED_INTO]->() }
    RETURN {person: «person», rule: a.rule, reason: a.reason}
  } AS about,
  COLLECT {
    MATCH (m)-[s:SUPERSEDES]->(old:Memory)
    RETURN {id: old.id, content: old.content, at: s.at.epochMillis, reason: s.reason, rule: s.by}
  } AS replaces,
  «wordings» AS wordings
