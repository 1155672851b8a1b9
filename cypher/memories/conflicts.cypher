// Which facts of these owners may not both hold, until somebody says: the last said first.
MATCH (newer:Memory)-[d:MAY_REPLACE]->(older:Memory) USING INDEX d:MAY_REPLACE(owner)
WHERE d.owner IN $owners AND newer.tenant = $tenant AND newer.owner = d.owner AND older.owner = d.owner AND «contested»
WITH newer, older, d ORDER BY d.at DESC, newer.id DESC, older.id DESC LIMIT $limit
CALL (newer) { WITH newer AS m RETURN «memory» AS one }
CALL (older) { WITH older AS m RETURN «memory» AS two }
RETURN collect({newer: one, older: two, at: d.at.epochMillis, reason: d.reason}) AS conflicts
