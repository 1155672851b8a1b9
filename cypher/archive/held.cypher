// Which of these words an owner holds already, whatever became of them.
MATCH (m:Memory)
WHERE m.owner IN $owners AND m.fingerprint IN $fingerprints AND m.tenant = $tenant
RETURN collect(DISTINCT m.fingerprint) AS fingerprints
