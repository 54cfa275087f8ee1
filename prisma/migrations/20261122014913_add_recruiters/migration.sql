-- AlterTable
ALTER TABLE "response" ADD COLUMN     "shown_item_version_id" UUID;

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "language" TEXT;

-- CreateTable
CREATE TABLE "recruiter_account" (
    "project_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "webhook_secret" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "changed_by_id" UUID,

    CONSTRAINT "recruiter_account_pkey" PRIMARY KEY ("project_id","source")
);

-- CreateTable
CREATE TABLE "recruiter_event" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "study_id" UUID,
    "event_id" TEXT NOT NULL,
    "submission" TEXT NOT NULL,
    "person" TEXT,
    "status" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "happened_at" TIMESTAMPTZ(6) NOT NULL,
    "received_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "recruiter_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session_payment" (
    "session_id" UUID NOT NULL,
    "paid_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "paid_by_id" UUID,

    CONSTRAINT "session_payment_pkey" PRIMARY KEY ("session_id")
);

-- CreateTable
CREATE TABLE "study_denial" (
    "study_id" UUID NOT NULL,
    "denied_study_id" UUID NOT NULL,
    "is_denied" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "study_denial_pkey" PRIMARY KEY ("study_id","denied_study_id")
);

-- CreateTable
CREATE TABLE "item_translation" (
    "item_version_id" UUID NOT NULL,
    "language" TEXT NOT NULL,
    "translated_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "item_translation_pkey" PRIMARY KEY ("item_version_id","language")
);

-- CreateIndex
CREATE INDEX "recruiter_event_project_id_source_submission_idx" ON "recruiter_event"("project_id", "source", "submission");

-- CreateIndex
CREATE UNIQUE INDEX "recruiter_event_project_id_source_event_id_key" ON "recruiter_event"("project_id", "source", "event_id");

-- CreateIndex
CREATE INDEX "item_translation_translated_id_idx" ON "item_translation"("translated_id");

-- CreateIndex
CREATE INDEX "session_study_id_completion_code_idx" ON "session"("study_id", "completion_code");

-- AddForeignKey
ALTER TABLE "recruiter_account" ADD CONSTRAINT "recruiter_account_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recruiter_event" ADD CONSTRAINT "recruiter_event_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_payment" ADD CONSTRAINT "session_payment_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_denial" ADD CONSTRAINT "study_denial_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_denial" ADD CONSTRAINT "study_denial_denied_study_id_fkey" FOREIGN KEY ("denied_study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_translation" ADD CONSTRAINT "item_translation_item_version_id_fkey" FOREIGN KEY ("item_version_id") REFERENCES "item_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_translation" ADD CONSTRAINT "item_translation_translated_id_fkey" FOREIGN KEY ("translated_id") REFERENCES "item_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;
