-- CreateTable
CREATE TABLE "model_endpoint" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "encrypted_key" TEXT,
    "archived_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "model_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evaluation" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "benchmark_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "run_id" UUID NOT NULL,
    "plan" JSONB NOT NULL,
    "settings" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'preparing',
    "reason" TEXT NOT NULL DEFAULT '',
    "limit_usd" DOUBLE PRECISION,
    "spent_usd" DECIMAL(18,9) NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "unparsed" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "evaluation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "evaluation_question" (
    "evaluation_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "item_version_id" UUID NOT NULL,
    "condition" SMALLINT NOT NULL,
    "repeat" INTEGER NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "outcome" TEXT,
    "prompt_tokens" INTEGER,
    "completion_tokens" INTEGER,
    "cost_usd" DECIMAL(18,9) NOT NULL DEFAULT 0,
    "served_model" TEXT,

    CONSTRAINT "evaluation_question_pkey" PRIMARY KEY ("evaluation_id","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "model_endpoint_project_id_name_key" ON "model_endpoint"("project_id", "name");

-- CreateIndex
CREATE INDEX "evaluation_project_id_created_at_idx" ON "evaluation"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "evaluation_run_id_idx" ON "evaluation"("run_id");

-- CreateIndex
CREATE INDEX "evaluation_question_evaluation_id_state_position_idx" ON "evaluation_question"("evaluation_id", "state", "position");

-- AddForeignKey
ALTER TABLE "model_endpoint" ADD CONSTRAINT "model_endpoint_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluation" ADD CONSTRAINT "evaluation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluation" ADD CONSTRAINT "evaluation_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluation" ADD CONSTRAINT "evaluation_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "model_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluation" ADD CONSTRAINT "evaluation_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluation_question" ADD CONSTRAINT "evaluation_question_evaluation_id_fkey" FOREIGN KEY ("evaluation_id") REFERENCES "evaluation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evaluation_question" ADD CONSTRAINT "evaluation_question_item_version_id_fkey" FOREIGN KEY ("item_version_id") REFERENCES "item_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;
