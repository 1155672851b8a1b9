// One memory by its id, if the caller may see it.
MATCH (m:Memory {id: $id})
WHERE m.tenant = $tenant AND ($owners IS NULL OR m.owner IN $owners)
  AND ($every_assistant OR m.assistant_key IS NULL OR m.assistant_key = $assistant_key)
RETURN «memory» AS memory
