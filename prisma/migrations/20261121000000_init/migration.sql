-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "job_state" AS ENUM ('waiting', 'running', 'done', 'dead');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('admin', 'researcher', 'viewer', 'reviewer', 'annotator', 'rater');

-- CreateEnum
CREATE TYPE "study_status" AS ENUM ('draft', 'open', 'paused', 'closed');

-- CreateEnum
CREATE TYPE "stage" AS ENUM ('preview', 'simulation', 'pilot', 'main', 're-solve');

-- CreateEnum
CREATE TYPE "outcome" AS ENUM ('complete', 'screened-out', 'over-quota', 'no-consent', 'quality', 'withdrawn');

-- CreateTable
CREATE TABLE "benchmark" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "licence" TEXT NOT NULL DEFAULT '',
    "canary" TEXT NOT NULL,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "benchmark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "story_version" (
    "id" UUID NOT NULL,
    "benchmark_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "parent_id" UUID,
    "title" TEXT NOT NULL,
    "genre" TEXT NOT NULL DEFAULT '',
    "text" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "story_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "item_version" (
    "id" UUID NOT NULL,
    "benchmark_id" UUID NOT NULL,
    "story_version_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "parent_id" UUID,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "options" JSONB NOT NULL DEFAULT '[]',
    "attributes" JSONB NOT NULL DEFAULT '{}',
    "content_hash" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "item_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "item_key" (
    "id" UUID NOT NULL,
    "item_version_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "gold" JSONB NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "item_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_report" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "file_sha256" TEXT NOT NULL,
    "rows" INTEGER NOT NULL,
    "inserted" INTEGER NOT NULL,
    "unchanged" INTEGER NOT NULL,
    "rejected" INTEGER NOT NULL,
    "rejections" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "actor_id" UUID,

    CONSTRAINT "import_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" "job_state" NOT NULL DEFAULT 'waiting',
    "dedupe_key" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "max_attempts" INTEGER NOT NULL DEFAULT 5,
    "run_after" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "lease_ends_at" TIMESTAMPTZ(6),
    "progress" JSONB NOT NULL DEFAULT '{}',
    "result" JSONB,
    "last_error" TEXT,
    "project_id" UUID,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "model_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "run" (
    "id" UUID NOT NULL,
    "model_id" UUID NOT NULL,
    "benchmark_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "prediction" (
    "id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "item_version_id" UUID NOT NULL,
    "condition_key" TEXT NOT NULL,
    "condition" JSONB NOT NULL,
    "repeat" INTEGER NOT NULL DEFAULT 0,
    "prompt" TEXT,
    "answer" JSONB,
    "answer_key" TEXT,
    "logprobs" JSONB,
    "output" TEXT,
    "content_fingerprint" TEXT,
    "presentation_fingerprint" TEXT,
    "parity" TEXT NOT NULL DEFAULT 'unverified',
    "row_hash" TEXT NOT NULL,

    CONSTRAINT "prediction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "is_owner" BOOLEAN NOT NULL DEFAULT false,
    "preferences" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "disabled_at" TIMESTAMPTZ(6),

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "user_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "membership_pkey" PRIMARY KEY ("user_id","project_id")
);

-- CreateTable
CREATE TABLE "auth_session" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "last_seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "auth_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "accepted_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setup_token" (
    "id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),

    CONSTRAINT "setup_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(6) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "project_id" UUID,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "reason" TEXT,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "study" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "status" "study_status" NOT NULL DEFAULT 'draft',
    "stage" "stage" NOT NULL DEFAULT 'main',
    "language" TEXT NOT NULL DEFAULT 'en',
    "benchmark_id" UUID NOT NULL,
    "protocol_version_id" UUID,
    "design" JSONB NOT NULL,
    "entry_secret" TEXT NOT NULL,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,
    "opened_at" TIMESTAMPTZ(6),
    "closed_at" TIMESTAMPTZ(6),

    CONSTRAINT "study_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "protocol_version" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "protocol_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stratum" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "criteria" JSONB NOT NULL DEFAULT '{}',
    "is_open" BOOLEAN NOT NULL DEFAULT false,
    "ordinal" INTEGER NOT NULL,

    CONSTRAINT "stratum_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "condition" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "levels" JSONB NOT NULL,
    "ordinal" INTEGER NOT NULL,

    CONSTRAINT "condition_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "slot" (
    "id" BIGSERIAL NOT NULL,
    "study_id" UUID NOT NULL,
    "stratum_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "available_at" TIMESTAMPTZ(6) NOT NULL DEFAULT '-infinity'::timestamptz,
    "session_id" UUID,
    "is_done" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "slot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "placement" (
    "id" BIGSERIAL NOT NULL,
    "slot_id" BIGINT NOT NULL,
    "position" INTEGER NOT NULL,
    "item_version_id" UUID NOT NULL,
    "condition_id" UUID NOT NULL,

    CONSTRAINT "placement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "study_id" UUID NOT NULL,
    "protocol_version_id" UUID NOT NULL,
    "stage" "stage" NOT NULL,
    "stratum_id" UUID,
    "slot_id" BIGINT,
    "screen" INTEGER NOT NULL DEFAULT 0,
    "screen_shown_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "outcome" "outcome",
    "is_surplus" BOOLEAN NOT NULL DEFAULT false,
    "completion_code" TEXT,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "last_seen_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "ended_at" TIMESTAMPTZ(6),
    "erased_at" TIMESTAMPTZ(6),

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "entry_identity" (
    "session_id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "parameters" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "entry_identity_pkey" PRIMARY KEY ("session_id")
);

-- CreateTable
CREATE TABLE "session_screen" (
    "session_id" UUID NOT NULL,
    "screen" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "shown_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "left_at" TIMESTAMPTZ(6),
    "visible_ms" INTEGER,
    "focus_losses" INTEGER,
    "early_attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "session_screen_pkey" PRIMARY KEY ("session_id","screen")
);

-- CreateTable
CREATE TABLE "step_answer" (
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "screen" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "given" JSONB NOT NULL,
    "sha256" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "step_answer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "response" (
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "stage" "stage" NOT NULL,
    "placement_id" BIGINT NOT NULL,
    "item_version_id" UUID NOT NULL,
    "condition_id" UUID NOT NULL,
    "stratum_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "screen" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "answer" JSONB NOT NULL,
    "answer_key" TEXT,
    "sha256" TEXT NOT NULL,
    "content_fingerprint" TEXT NOT NULL,
    "presentation_fingerprint" TEXT NOT NULL,
    "elapsed_ms" INTEGER NOT NULL,
    "visible_ms" INTEGER,
    "focus_losses" INTEGER,
    "saved_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "response_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "exclusion" (
    "id" UUID NOT NULL,
    "response_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID NOT NULL,
    "revoked_at" TIMESTAMPTZ(6),
    "revoked_by_id" UUID,

    CONSTRAINT "exclusion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "assignment_event" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "study_id" UUID NOT NULL,
    "slot_id" BIGINT,
    "session_id" UUID NOT NULL,
    "event" TEXT NOT NULL,

    CONSTRAINT "assignment_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cell_count" (
    "study_id" UUID NOT NULL,
    "item_version_id" UUID NOT NULL,
    "condition_id" UUID NOT NULL,
    "stratum_id" UUID NOT NULL,
    "answer_key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "sum_ms" BIGINT NOT NULL,
    "sum_squared_ms" DECIMAL(30,0) NOT NULL,

    CONSTRAINT "cell_count_pkey" PRIMARY KEY ("study_id","item_version_id","condition_id","stratum_id","answer_key")
);

-- CreateTable
CREATE TABLE "passage_count" (
    "study_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "passage_count_pkey" PRIMARY KEY ("study_id","key","event","shard")
);

-- CreateTable
CREATE TABLE "time_count" (
    "study_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "time_count_pkey" PRIMARY KEY ("study_id","key","bucket","shard")
);

-- CreateIndex
CREATE UNIQUE INDEX "benchmark_project_id_slug_key" ON "benchmark"("project_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "story_version_benchmark_id_external_id_version_key" ON "story_version"("benchmark_id", "external_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "story_version_benchmark_id_external_id_content_hash_key" ON "story_version"("benchmark_id", "external_id", "content_hash");

-- CreateIndex
CREATE INDEX "item_version_story_version_id_idx" ON "item_version"("story_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "item_version_benchmark_id_external_id_version_key" ON "item_version"("benchmark_id", "external_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "item_version_benchmark_id_external_id_content_hash_key" ON "item_version"("benchmark_id", "external_id", "content_hash");

-- CreateIndex
CREATE UNIQUE INDEX "item_key_item_version_id_version_key" ON "item_key"("item_version_id", "version");

-- CreateIndex
CREATE INDEX "import_report_project_id_created_at_idx" ON "import_report"("project_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "job_dedupe_key_key" ON "job"("dedupe_key");

-- CreateIndex
CREATE INDEX "job_state_run_after_idx" ON "job"("state", "run_after");

-- CreateIndex
CREATE INDEX "job_project_id_created_at_idx" ON "job"("project_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "model_project_id_name_key" ON "model"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "run_model_id_benchmark_id_source_key" ON "run"("model_id", "benchmark_id", "source");

-- CreateIndex
CREATE UNIQUE INDEX "prediction_run_id_item_version_id_condition_key_repeat_key" ON "prediction"("run_id", "item_version_id", "condition_key", "repeat");

-- CreateIndex
CREATE UNIQUE INDEX "project_slug_key" ON "project"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

-- CreateIndex
CREATE INDEX "membership_project_id_idx" ON "membership"("project_id");

-- CreateIndex
CREATE INDEX "auth_session_user_id_idx" ON "auth_session"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_project_id_idx" ON "invitation"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "setup_token_token_hash_key" ON "setup_token"("token_hash");

-- CreateIndex
CREATE INDEX "audit_event_project_id_id_idx" ON "audit_event"("project_id", "id");

-- CreateIndex
CREATE INDEX "audit_event_subject_type_subject_id_id_idx" ON "audit_event"("subject_type", "subject_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "study_slug_key" ON "study"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "study_protocol_version_id_key" ON "study"("protocol_version_id");

-- CreateIndex
CREATE INDEX "study_project_id_created_at_idx" ON "study"("project_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "protocol_version_study_id_version_key" ON "protocol_version"("study_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "stratum_study_id_key_key" ON "stratum"("study_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "condition_study_id_key_key" ON "condition"("study_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "slot_session_id_key" ON "slot"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "slot_stratum_id_ordinal_key" ON "slot"("stratum_id", "ordinal");

-- CreateIndex
CREATE INDEX "placement_item_version_id_idx" ON "placement"("item_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "placement_slot_id_position_key" ON "placement"("slot_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_hash_key" ON "session"("token_hash");

-- CreateIndex
CREATE INDEX "session_study_id_started_at_idx" ON "session"("study_id", "started_at");

-- CreateIndex
CREATE INDEX "session_study_id_outcome_ended_at_idx" ON "session"("study_id", "outcome", "ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "entry_identity_study_id_source_external_id_key" ON "entry_identity"("study_id", "source", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "step_answer_session_id_screen_key" ON "step_answer"("session_id", "screen");

-- CreateIndex
CREATE INDEX "response_study_id_stage_item_version_id_condition_id_idx" ON "response"("study_id", "stage", "item_version_id", "condition_id");

-- CreateIndex
CREATE INDEX "response_study_id_saved_at_idx" ON "response"("study_id", "saved_at");

-- CreateIndex
CREATE UNIQUE INDEX "response_session_id_position_revision_key" ON "response"("session_id", "position", "revision");

-- CreateIndex
CREATE INDEX "exclusion_response_id_idx" ON "exclusion"("response_id");

-- CreateIndex
CREATE INDEX "assignment_event_study_id_id_idx" ON "assignment_event"("study_id", "id");

-- CreateIndex
CREATE INDEX "assignment_event_slot_id_idx" ON "assignment_event"("slot_id");

-- AddForeignKey
ALTER TABLE "benchmark" ADD CONSTRAINT "benchmark_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story_version" ADD CONSTRAINT "story_version_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story_version" ADD CONSTRAINT "story_version_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "story_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_version" ADD CONSTRAINT "item_version_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_version" ADD CONSTRAINT "item_version_story_version_id_fkey" FOREIGN KEY ("story_version_id") REFERENCES "story_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_version" ADD CONSTRAINT "item_version_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "item_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_key" ADD CONSTRAINT "item_key_item_version_id_fkey" FOREIGN KEY ("item_version_id") REFERENCES "item_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_report" ADD CONSTRAINT "import_report_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model" ADD CONSTRAINT "model_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_model_id_fkey" FOREIGN KEY ("model_id") REFERENCES "model"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "run" ADD CONSTRAINT "run_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prediction" ADD CONSTRAINT "prediction_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "prediction" ADD CONSTRAINT "prediction_item_version_id_fkey" FOREIGN KEY ("item_version_id") REFERENCES "item_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_id_fkey" FOREIGN KEY ("invited_by_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study" ADD CONSTRAINT "study_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study" ADD CONSTRAINT "study_protocol_version_id_fkey" FOREIGN KEY ("protocol_version_id") REFERENCES "protocol_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "protocol_version" ADD CONSTRAINT "protocol_version_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stratum" ADD CONSTRAINT "stratum_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "condition" ADD CONSTRAINT "condition_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slot" ADD CONSTRAINT "slot_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slot" ADD CONSTRAINT "slot_stratum_id_fkey" FOREIGN KEY ("stratum_id") REFERENCES "stratum"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "placement" ADD CONSTRAINT "placement_slot_id_fkey" FOREIGN KEY ("slot_id") REFERENCES "slot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "placement" ADD CONSTRAINT "placement_item_version_id_fkey" FOREIGN KEY ("item_version_id") REFERENCES "item_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "placement" ADD CONSTRAINT "placement_condition_id_fkey" FOREIGN KEY ("condition_id") REFERENCES "condition"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_protocol_version_id_fkey" FOREIGN KEY ("protocol_version_id") REFERENCES "protocol_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_stratum_id_fkey" FOREIGN KEY ("stratum_id") REFERENCES "stratum"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entry_identity" ADD CONSTRAINT "entry_identity_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_screen" ADD CONSTRAINT "session_screen_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_answer" ADD CONSTRAINT "step_answer_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response" ADD CONSTRAINT "response_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exclusion" ADD CONSTRAINT "exclusion_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "response"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say.

-- Claims walk the slots of one stratum in order and never meet those that are done.
CREATE INDEX slot_claim_idx ON slot (stratum_id, ordinal) WHERE NOT is_done;

-- Only one owner can be made through the set-up link, however many visit it at once.
CREATE UNIQUE INDEX setup_token_used_once ON setup_token ((true)) WHERE used_at IS NOT NULL;

-- The bucket of lib/domain/survey/time-bucket.ts; a test holds the two together.
CREATE FUNCTION time_bucket_of(milliseconds numeric) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN milliseconds <= 100 THEN 0
              ELSE least(250, ceil(ln(milliseconds / 100) / ln(1.1))) END::smallint;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER audit_event_is_append_only BEFORE UPDATE OR DELETE ON audit_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER assignment_event_is_append_only BEFORE UPDATE OR DELETE ON assignment_event
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER protocol_version_is_immutable BEFORE UPDATE ON protocol_version
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER item_version_is_immutable BEFORE UPDATE ON item_version
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER story_version_is_immutable BEFORE UPDATE ON story_version
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER item_key_is_immutable BEFORE UPDATE ON item_key
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
