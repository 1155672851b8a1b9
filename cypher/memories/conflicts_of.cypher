// Which facts may not hold beside this one, until somebody says: the last said first.
MATCH (asked:Memory {id: $id})-[d:MAY_REPLACE]-(:Memory)
WHERE asked.tenant = $tenant AND ($owners IS NULL OR asked.owner IN $owners)
WITH d, startNode(d) AS newer, endNode(d) AS older
WHERE older.owner = newer.owner AND «contested»
WITH newer, older, d ORDER BY d.at DESC, newer.id DESC, older.id DESC LIMIT $limit
CALL (newer) { WITH newer AS m RETURN «memory» AS one }
CALL (older) { WITH older AS m RETURN «memory» AS two }
RETURN collect({newer: one, older: two, at: d.at.epochMillis, reason: d.reason}) AS conflicts
