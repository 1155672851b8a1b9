d.dismissed_at IS NULL AND all(m IN [newer, older] WHERE m.tenant = $tenant AND m.status = 'active'
    AND (m.expires_at IS NULL OR m.expires_at > $now)
    AND ($every_assistant OR m.assistant_key IS NULL OR m.assistant_key = $assistant_key))
