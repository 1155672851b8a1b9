// Which nodes of a label have a property of another type than theirs, or lack one that they need? Up to $limit ids.
MATCH (n:$($label))
WHERE any(name IN $needed WHERE n[name] IS NULL)
  OR any(name IN $one_text WHERE NOT n[name] IS :: STRING) OR any(name IN $texts WHERE NOT n[name] IS :: LIST<STRING>)
  OR any(name IN $moment WHERE NOT n[name] IS :: ZONED DATETIME) OR any(name IN $flag WHERE NOT n[name] IS :: BOOLEAN)
  OR any(name IN $share WHERE NOT n[name] IS :: INTEGER | FLOAT) OR any(name IN $whole WHERE NOT n[name] IS :: INTEGER)
  OR any(name IN keys($one_of) WHERE NOT n[name] IN $one_of[name])
WITH toStringOrNull(n.id) AS id
RETURN count(*) AS count, collect(id)[..$limit] AS ids
