-- AlterTable
ALTER TABLE "prediction_tally" ADD COLUMN "first_stored_at" TIMESTAMPTZ(6);
