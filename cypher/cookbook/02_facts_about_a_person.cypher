// What is known about the person spoken of most?
// Put a name in place of the first three lines: MATCH (p:Person {name: 'Helena'}).
MATCH (p:Person {tenant: $tenant})<-[:ABOUT]-(m:Memory {status: 'active'})
WITH p, count(m) AS facts ORDER BY facts DESC, p.name
LIMIT 1
MATCH (p)<-[about:ABOUT]-(m:Memory {status: 'active'})
RETURN p.name AS name, m.kind AS kind, m.content AS fact, about.subject AS is_subject, m.created_at AS said
ORDER BY said DESC
