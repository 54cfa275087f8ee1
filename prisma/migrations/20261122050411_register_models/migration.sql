-- What is put aside is kept with everything that depends on it, and left out of lists.
ALTER TABLE "model" ADD COLUMN "archived_at" TIMESTAMPTZ(6);
ALTER TABLE "benchmark" ADD COLUMN "archived_at" TIMESTAMPTZ(6);

-- Under what a model was evaluated, and the file that the answers came from.
ALTER TABLE "run" ADD COLUMN "settings" JSONB NOT NULL DEFAULT '{}',
    ADD COLUMN "file_name" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "file_sha256" TEXT NOT NULL DEFAULT '',
    ADD COLUMN "archived_at" TIMESTAMPTZ(6);
