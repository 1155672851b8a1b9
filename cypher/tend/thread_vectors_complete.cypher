// Takes a thread off the waiting list when the model in use has looked at all of its messages that may be quoted.
«locked_thread»
SET t.owner_token = $owner_token
WITH t, EXISTS {
  MATCH (s:Quotable)
  WHERE s.tenant = $tenant AND s.thread = $thread AND s.embedding_model IS NOT NULL AND s.embedding_model <> $model
    AND s.content IS :: STRING NOT NULL
} AS lacking
SET t.awaiting_vectors = CASE WHEN lacking THEN true END
RETURN t.id AS id
