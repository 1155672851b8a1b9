// Takes a thread that is due for one run, unless somebody else was quicker; a run that never ended is noted as lost.
«locked_thread»
WITH t WHERE t.due_at <= datetime() AND (t.lease_until IS NULL OR t.lease_until <= datetime())
CALL (t) {
  MATCH (x:Extraction) WHERE x.tenant = $tenant AND x.id IN [t.lease, t.failed_run]
  SET x.status = CASE x.status WHEN 'running' THEN 'lost' WHEN 'failed' THEN 'retried' ELSE x.status END,
    x.updated_at = datetime()
}
CREATE (x:Extraction {tenant: $tenant, id: $extraction})-[:OF]->(t)
SET x += {thread: $thread, user: t.user, status: 'running', extractor: $extractor, messages: 0, found: 0,
  kept: 0, started_at: datetime(), updated_at: datetime()}
SET t.lease = $extraction, t.lease_until = datetime() + duration({milliseconds: $lease_for}), t.failed_run = null
RETURN «thread» AS thread, t.tries AS tries
