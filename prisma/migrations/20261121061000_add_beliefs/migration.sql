-- CreateTable
CREATE TABLE "belief_source" (
    "benchmark_id" UUID NOT NULL,
    "tuples" JSONB NOT NULL,
    "templates" JSONB NOT NULL,
    "sources" JSONB NOT NULL,
    "seed" TEXT NOT NULL,
    "all_templates" BOOLEAN NOT NULL DEFAULT false,
    "account" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "belief_source_pkey" PRIMARY KEY ("benchmark_id")
);

-- CreateTable
CREATE TABLE "belief_score" (
    "run_id" UUID NOT NULL,
    "rule" TEXT NOT NULL,
    "answers" INTEGER NOT NULL,
    "score" JSONB NOT NULL,
    "scored_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "belief_score_pkey" PRIMARY KEY ("run_id","rule")
);

-- AddForeignKey
ALTER TABLE "belief_source" ADD CONSTRAINT "belief_source_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "belief_score" ADD CONSTRAINT "belief_score_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
