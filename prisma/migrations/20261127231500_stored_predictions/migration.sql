-- Rows of earlier versions have no time; only the default of later rows is set, so that the table is not rewritten.
ALTER TABLE "prediction" ADD COLUMN "stored_at" TIMESTAMPTZ(6);
ALTER TABLE "prediction" ALTER COLUMN "stored_at" SET DEFAULT clock_timestamp();

-- CreateIndex
CREATE INDEX "prediction_run_id_stored_at_idx" ON "prediction"("run_id", "stored_at");

-- AlterTable
ALTER TABLE "prediction_tally" ADD COLUMN "last_stored_at" TIMESTAMPTZ(6);
