-- Everything that is computed and stored is in one table now. Nothing is carried over: it is computed again.
DROP TABLE "belief_score";
DROP TABLE "stored_view";
DELETE FROM "stored_result";
ALTER TABLE "stored_result" ADD COLUMN "rule_version" INTEGER NOT NULL;
DELETE FROM "job" WHERE kind IN ('score-beliefs', 'study-views', 'mindgames-artefacts');
