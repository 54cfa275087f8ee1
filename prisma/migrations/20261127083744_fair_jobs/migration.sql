-- AlterTable
ALTER TABLE "job" ADD COLUMN     "started_at" TIMESTAMPTZ(6);

-- CreateIndex
CREATE INDEX "job_project_id_started_at_idx" ON "job"("project_id", "started_at");
