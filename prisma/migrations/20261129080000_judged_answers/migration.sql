-- AlterTable
ALTER TABLE "prediction" ADD COLUMN "judged_at" TIMESTAMPTZ(6);

-- The time of the last judgement is the latest at which the answer can have changed.
UPDATE "prediction" SET "judged_at" = (SELECT max("created_at") FROM "judgement" WHERE "prediction_id" = "prediction"."id")
WHERE "read_from" = 'judge';

-- CreateIndex
CREATE INDEX "prediction_run_id_judged_at_idx" ON "prediction"("run_id", "judged_at");
