-- How many people of a project's releases must share all of their released attributes.
ALTER TABLE "project" ADD COLUMN "release_k" INTEGER NOT NULL DEFAULT 5;
ALTER TABLE "project" ADD CONSTRAINT "project_release_k_check" CHECK ("release_k" BETWEEN 1 AND 1000);
