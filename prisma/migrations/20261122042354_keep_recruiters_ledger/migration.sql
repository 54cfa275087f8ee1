-- AlterTable
ALTER TABLE "recruiter_event" ADD COLUMN     "code" TEXT;

-- AlterTable
ALTER TABLE "study" ADD COLUMN     "rehearsal_of_id" UUID;

-- CreateTable
CREATE TABLE "forgotten_submission" (
    "project_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "alias" TEXT NOT NULL,

    CONSTRAINT "forgotten_submission_pkey" PRIMARY KEY ("project_id","source","digest")
);

-- CreateTable
CREATE TABLE "study_recruitment" (
    "study_id" UUID NOT NULL,
    "document" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_by_id" UUID,

    CONSTRAINT "study_recruitment_pkey" PRIMARY KEY ("study_id")
);

-- CreateIndex
CREATE INDEX "recruiter_event_study_id_idx" ON "recruiter_event"("study_id");

-- CreateIndex
CREATE INDEX "study_rehearsal_of_id_idx" ON "study"("rehearsal_of_id");

-- AddForeignKey
ALTER TABLE "forgotten_submission" ADD CONSTRAINT "forgotten_submission_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_recruitment" ADD CONSTRAINT "study_recruitment_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study" ADD CONSTRAINT "study_rehearsal_of_id_fkey" FOREIGN KEY ("rehearsal_of_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The sessions of one submission of Prolific, for its webhooks.
CREATE INDEX "entry_identity_submission_idx" ON "entry_identity" (("parameters" ->> 'SESSION_ID')) WHERE "source" = 'prolific';
