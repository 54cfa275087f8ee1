-- The list of a study's answers is in the order in which they were saved, and is searched by index under the filters that
-- hardly any answer passes: those to one item, and the excluded ones. A mark knows the study and the time of its answer,
-- neither of which ever changes, so that marks stand in the order of the list, too.
ALTER TABLE "exclusion" ADD COLUMN "study_id" UUID, ADD COLUMN "answered_at" TIMESTAMPTZ(6);
UPDATE "exclusion" SET "study_id" = response.study_id, "answered_at" = response.saved_at
FROM "response" WHERE response.id = exclusion.response_id;

CREATE FUNCTION place_exclusion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT study_id, saved_at INTO NEW.study_id, NEW.answered_at FROM response WHERE id = NEW.response_id;
  RETURN NEW;
END
$$;
CREATE TRIGGER exclusion_is_placed BEFORE INSERT ON "exclusion" FOR EACH ROW EXECUTE FUNCTION place_exclusion();

CREATE INDEX "exclusion_standing_idx" ON "exclusion" ("study_id", "answered_at", "response_id") WHERE "revoked_at" IS NULL;
CREATE INDEX "response_study_id_item_version_id_saved_at_idx" ON "response"("study_id", "item_version_id", "saved_at");

-- The page that watches a study looks at the slots that make up for others, of which there are few.
CREATE INDEX "slot_making_up_idx" ON "slot" ("study_id") WHERE "replaces_slot_id" IS NOT NULL;
