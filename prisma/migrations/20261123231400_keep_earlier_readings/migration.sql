-- AlterTable
ALTER TABLE "study" ADD COLUMN     "reader_version" INTEGER;

-- CreateTable
CREATE TABLE "earlier_reading" (
    "prediction_id" UUID NOT NULL,
    "replaced_by" INTEGER NOT NULL,
    "answer" JSONB,
    "answer_key" TEXT,
    "reading_rule" TEXT,
    "reader_version" INTEGER,

    CONSTRAINT "earlier_reading_pkey" PRIMARY KEY ("prediction_id","replaced_by")
);

-- AddForeignKey
ALTER TABLE "earlier_reading" ADD CONSTRAINT "earlier_reading_prediction_id_fkey" FOREIGN KEY ("prediction_id") REFERENCES "prediction"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whether a study reads texts for good as it does now: it is committed to its plan, or its main stage has ended. The one
-- place that decides it.
CREATE FUNCTION study_is_locked(asked uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM protocol_freeze WHERE study_id = asked)
    OR EXISTS (SELECT FROM study WHERE id = asked AND stage = 'main' AND status = 'closed')
$$;

-- Version 3 was the newest reader while none was recorded.
UPDATE study SET reader_version = 3 WHERE study_is_locked(id);
