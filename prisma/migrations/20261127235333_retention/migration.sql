-- CreateTable
CREATE TABLE "study_retention" (
    "study_id" UUID NOT NULL,
    "until" DATE NOT NULL,
    "set_by_id" UUID NOT NULL,
    "set_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "study_retention_pkey" PRIMARY KEY ("study_id")
);

-- CreateTable
CREATE TABLE "purge_certificate" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "document" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "purge_certificate_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "purge_certificate_study_id_idx" ON "purge_certificate"("study_id");

-- AddForeignKey
ALTER TABLE "study_retention" ADD CONSTRAINT "study_retention_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purge_certificate" ADD CONSTRAINT "purge_certificate_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An erasure that keeps the outcome "complete" (the end of retention) removes the answers from the counters and from locked
-- data, as a withdrawal does before it erases.
CREATE TRIGGER session_erased_is_uncounted BEFORE UPDATE OF erased_at ON session FOR EACH ROW
  WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND OLD.outcome = 'complete' AND NEW.outcome = 'complete')
  EXECUTE FUNCTION count_session('-1');
CREATE TRIGGER session_erased_leaves_locks BEFORE UPDATE OF erased_at ON session FOR EACH ROW
  WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND OLD.outcome = 'complete' AND NEW.outcome = 'complete')
  EXECUTE FUNCTION leave_locks();
