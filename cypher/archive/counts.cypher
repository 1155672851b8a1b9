// How much of each kind these owners have.
MATCH (o:Owner) WHERE o.id IN $owners AND o.tenant = $tenant
RETURN count(o) AS owner, sum(COUNT { (:Person)-[:KNOWN_TO]->(o) }) AS person,
  sum(COUNT { MATCH (a:Alias)-[:REFERS_TO]->(:Person)-[:KNOWN_TO]->(o) WHERE a.derived IS NULL RETURN DISTINCT a }) AS alias,
  sum(COUNT { (:Memory)-[:OWNED_BY]->(o) }) AS memory, sum(COUNT { MATCH (c:Change) WHERE c.owner = o.id }) AS change
