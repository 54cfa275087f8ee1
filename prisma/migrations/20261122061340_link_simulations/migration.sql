-- A simulation names the study that it was made of, and what of it: it is used again for the same alone.
ALTER TABLE "study" ADD COLUMN "simulation_of_id" UUID, ADD COLUMN "simulation_hash" TEXT;
ALTER TABLE "study" ADD CONSTRAINT "study_simulation_of_id_fkey" FOREIGN KEY ("simulation_of_id") REFERENCES "study"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "study_simulation_of_id_idx" ON "study"("simulation_of_id");

-- A study that somebody reopened when it was full is not closed for being full.
ALTER TABLE "study" ADD COLUMN "stays_open" BOOLEAN NOT NULL DEFAULT false;
