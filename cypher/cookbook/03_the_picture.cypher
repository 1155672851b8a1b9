// How do people and facts hang together?
// A picture: whom each fact is about, and what people are to each other.
MATCH picture = (one:Memory|Person {tenant: $tenant})-[:ABOUT|RELATED_TO]->(p:Person)
WHERE one:Person OR one.status = 'active'
RETURN picture
LIMIT 200
