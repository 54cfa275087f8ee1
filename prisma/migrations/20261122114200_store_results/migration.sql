-- What pages show of single answers, computed once for each change of them.
CREATE TABLE "stored_result" (
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "data_hash" TEXT NOT NULL,
    "document" JSON NOT NULL,
    "study_id" UUID,
    "run_id" UUID,
    "computed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "stored_result_pkey" PRIMARY KEY ("kind","subject")
);
CREATE INDEX "stored_result_study_id_idx" ON "stored_result"("study_id");
CREATE INDEX "stored_result_run_id_idx" ON "stored_result"("run_id");
ALTER TABLE "stored_result" ADD CONSTRAINT "stored_result_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "stored_result" ADD CONSTRAINT "stored_result_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
