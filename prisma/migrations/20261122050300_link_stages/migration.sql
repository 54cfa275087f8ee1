-- The pilot that a study goes on from: linked stages share nobody and mix no answers.
ALTER TABLE "study" ADD COLUMN "follows_study_id" UUID;
ALTER TABLE "study" ADD CONSTRAINT "study_follows_study_id_fkey" FOREIGN KEY ("follows_study_id") REFERENCES "study"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "study_follows_study_id_idx" ON "study"("follows_study_id");
