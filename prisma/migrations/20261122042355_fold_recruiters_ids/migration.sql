-- Prolific's and MTurk's ids are of one case only, so they are compared without it. Ids from before that rule are folded
-- now; of two that are equal then, the later one is compared with nothing, as where two were equal before.
UPDATE "entry_identity" SET "compared_id" = NULL
FROM (
  SELECT "session_id", row_number() OVER (
    PARTITION BY "study_id", "source", lower("compared_id") ORDER BY "created_at", "session_id") AS place
  FROM "entry_identity" WHERE "source" IN ('prolific', 'mturk') AND "compared_id" IS NOT NULL
) AS ranked
WHERE ranked."session_id" = "entry_identity"."session_id" AND ranked.place > 1;

UPDATE "entry_identity" SET "compared_id" = lower("compared_id")
WHERE "source" IN ('prolific', 'mturk') AND "compared_id" <> lower("compared_id");
