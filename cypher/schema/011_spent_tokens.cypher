// Sessions that were ended and sign-in links that were used, for as long as they would be good otherwise.
CREATE CONSTRAINT spent_token_id IF NOT EXISTS FOR (s:SpentToken) REQUIRE s.id IS UNIQUE;
CREATE INDEX spent_token_until IF NOT EXISTS FOR (s:SpentToken) ON (s.until);
CALL db.awaitIndexes(600);
