// Everybody known to these owners, with all they are called.
MATCH (o:Owner) WHERE o.id IN $owners AND o.tenant = $tenant
CALL (o) {
  «circle»
}
RETURN people
