// One change by its id.
MATCH (c:Change {id: $id}) WHERE c.tenant = $tenant AND ($owners IS NULL OR c.owner IN $owners)
RETURN «change» AS change
