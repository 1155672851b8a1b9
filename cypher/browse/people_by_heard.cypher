// A page of the people known to these owners, those spoken of last first, and how many there are.
CALL () {
  «lately_heard»
  SKIP $skip
  WITH root WHERE root.tenant = $tenant
  RETURN collect(«acquaintance») AS people
}
RETURN people, «how_many_people» AS total
