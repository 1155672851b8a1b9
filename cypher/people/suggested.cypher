// Which people of these owners may be one, as far as their names tell, until somebody says.
MATCH (one:Person)-[s:MAY_BE]->(two:Person) USING INDEX s:MAY_BE(owner)
WHERE s.owner IN $owners AND one.owner = s.owner AND one.tenant = $tenant AND s.dismissed_at IS NULL
MATCH (one)-[:MERGED_INTO*0..20]->(person:Person) WHERE NOT EXISTS { (person)-[:MERGED_INTO]->() }
MATCH (two)-[:MERGED_INTO*0..20]->(other:Person) WHERE NOT EXISTS { (other)-[:MERGED_INTO]->() }
WITH person, other, s WHERE person <> other
WITH person, other, head(collect(s)) AS s ORDER BY s.at DESC LIMIT $limit
CALL (person) { WITH person AS root RETURN «person» AS one }
CALL (other) { WITH other AS root RETURN «person» AS two }
RETURN collect({person: one, other: two, at: s.at.epochMillis, reason: s.reason}) AS suggestions
