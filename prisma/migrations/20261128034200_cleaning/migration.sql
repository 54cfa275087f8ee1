-- AlterTable
ALTER TABLE "session_screen" ADD COLUMN     "process" JSONB;

-- CreateTable
CREATE TABLE "response_flag" (
    "response_id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "rule" TEXT NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "evidence" JSONB NOT NULL DEFAULT '{}',
    "answered_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "response_flag_pkey" PRIMARY KEY ("response_id","rule")
);

-- CreateTable
CREATE TABLE "cleaning_review" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "response_id" UUID NOT NULL,
    "rules" TEXT[],
    "ordinal" INTEGER NOT NULL,
    "measures" JSONB NOT NULL,
    "added_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "outcome" TEXT,
    "decided_at" TIMESTAMPTZ(6),
    "decided_by_id" UUID,
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "cleaning_review_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cleaning_rating" (
    "review_id" UUID NOT NULL,
    "rater_id" UUID NOT NULL,
    "number" SMALLINT NOT NULL,
    "verdict" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "rated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "cleaning_rating_pkey" PRIMARY KEY ("review_id","rater_id")
);

-- CreateIndex
CREATE INDEX "response_flag_study_id_rule_answered_at_response_id_idx" ON "response_flag"("study_id", "rule", "answered_at", "response_id");

-- CreateIndex
CREATE INDEX "response_flag_study_id_answered_at_response_id_idx" ON "response_flag"("study_id", "answered_at", "response_id");

-- CreateIndex
CREATE UNIQUE INDEX "cleaning_review_response_id_key" ON "cleaning_review"("response_id");

-- CreateIndex
CREATE UNIQUE INDEX "cleaning_review_study_id_ordinal_key" ON "cleaning_review"("study_id", "ordinal");

-- CreateIndex
CREATE INDEX "cleaning_rating_rater_id_idx" ON "cleaning_rating"("rater_id");

-- CreateIndex
CREATE UNIQUE INDEX "cleaning_rating_review_id_number_key" ON "cleaning_rating"("review_id", "number");

-- AddForeignKey
ALTER TABLE "response_flag" ADD CONSTRAINT "response_flag_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "response"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "response_flag" ADD CONSTRAINT "response_flag_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cleaning_review" ADD CONSTRAINT "cleaning_review_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cleaning_review" ADD CONSTRAINT "cleaning_review_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "response"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cleaning_rating" ADD CONSTRAINT "cleaning_rating_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "cleaning_review"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "scripted_session" (
    "session_id" UUID NOT NULL,
    "behaviour" TEXT NOT NULL,

    CONSTRAINT "scripted_session_pkey" PRIMARY KEY ("session_id")
);

-- AddForeignKey
ALTER TABLE "scripted_session" ADD CONSTRAINT "scripted_session_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
