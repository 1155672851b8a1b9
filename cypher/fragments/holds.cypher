m.status = 'active' AND (m.expires_at IS NULL OR m.expires_at > $now)
