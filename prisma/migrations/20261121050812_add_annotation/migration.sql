-- CreateEnum
CREATE TYPE "annotation_task_state" AS ENUM ('open', 'leased', 'parked', 'submitted', 'returned', 'done', 'irreparable');

-- CreateEnum
CREATE TYPE "annotation_item_status" AS ENUM ('open', 'in-work', 'submitted', 'in-review', 'returned', 'reviewed', 'accepted', 'rejected', 'irreparable');

-- CreateTable
CREATE TABLE "annotation_collection" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "is_training" BOOLEAN NOT NULL DEFAULT false,
    "benchmark_id" UUID,
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,
    "closed_at" TIMESTAMPTZ(6),

    CONSTRAINT "annotation_collection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotation_item" (
    "id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "external_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "group_key" TEXT NOT NULL,
    "genre" TEXT NOT NULL,
    "knowledge_type" TEXT,
    "document" JSONB NOT NULL,
    "imported" JSONB NOT NULL,
    "import_hash" TEXT NOT NULL,
    "findings" JSONB NOT NULL DEFAULT '[]',
    "flags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" "annotation_item_status" NOT NULL DEFAULT 'open',
    "audit_draw" DOUBLE PRECISION NOT NULL,
    "reviewer_id" UUID,
    "review_lease_ends_at" TIMESTAMPTZ(6),
    "review_started_at" TIMESTAMPTZ(6),
    "accepted_task_id" UUID,
    "accepted_revision_id" UUID,
    "accepted_at" TIMESTAMPTZ(6),
    "item_version_id" UUID,
    "expert" JSONB,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotation_task" (
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "copy" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "state" "annotation_task_state" NOT NULL DEFAULT 'open',
    "holder_id" UUID,
    "available_at" TIMESTAMPTZ(6) NOT NULL DEFAULT '-infinity'::timestamptz,
    "fence" BIGINT NOT NULL DEFAULT 0,
    "offered_to" UUID,
    "offered_until" TIMESTAMPTZ(6),
    "head_id" UUID,
    "head_number" INTEGER NOT NULL DEFAULT 0,
    "late_branches" INTEGER NOT NULL DEFAULT 0,
    "late_resolved" INTEGER NOT NULL DEFAULT 0,
    "verdict_id" UUID,
    "reason" TEXT,
    "changed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotation_revision" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "base_id" UUID,
    "branch" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "origin" TEXT NOT NULL DEFAULT 'edit',
    "document" JSONB NOT NULL,
    "sha256" TEXT NOT NULL,
    "fence" BIGINT NOT NULL,
    "saved_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotation_undo" (
    "task_id" UUID NOT NULL,
    "revision_id" UUID NOT NULL,
    "undo" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_undo_pkey" PRIMARY KEY ("task_id")
);

-- CreateTable
CREATE TABLE "annotation_verdict" (
    "id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "revision_id" UUID,
    "verdict" TEXT NOT NULL,
    "checklist" JSONB NOT NULL,
    "dismissals" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "active_ms" INTEGER NOT NULL,
    "fence" BIGINT NOT NULL,
    "saved_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_verdict_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotation_review" (
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "reviewer_id" UUID NOT NULL,
    "decision" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "revision_id" UUID,
    "is_sample" BOOLEAN NOT NULL,
    "saved_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_review_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotation_seen" (
    "item_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "how" TEXT NOT NULL,
    "reason" TEXT,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_seen_pkey" PRIMARY KEY ("item_id","user_id")
);

-- CreateTable
CREATE TABLE "annotation_activity" (
    "task_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "active_ms" BIGINT NOT NULL DEFAULT 0,
    "idle_ms" BIGINT NOT NULL DEFAULT 0,
    "last_beat_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_activity_pkey" PRIMARY KEY ("task_id","user_id")
);

-- CreateTable
CREATE TABLE "annotation_candidate" (
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "task_id" UUID,
    "job_id" UUID NOT NULL,
    "step" TEXT NOT NULL,
    "document" JSONB,
    "problems" JSONB NOT NULL DEFAULT '[]',
    "output" TEXT NOT NULL,
    "prompt_id" TEXT NOT NULL,
    "prompt_system" TEXT NOT NULL,
    "prompt_user" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "seed" INTEGER,
    "prompt_tokens" INTEGER,
    "completion_tokens" INTEGER,
    "cost_usd" DOUBLE PRECISION,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "annotation_candidate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "construct_call" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "step" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "prompt_tokens" INTEGER,
    "completion_tokens" INTEGER,
    "cost_usd" DOUBLE PRECISION,
    "elapsed_ms" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "construct_call_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotation_gate" (
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "item_version_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "result" JSONB,
    "passed" BOOLEAN,
    "decided_at" TIMESTAMPTZ(6),

    CONSTRAINT "annotation_gate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotation_count" (
    "collection_id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "annotation_count_pkey" PRIMARY KEY ("collection_id","scope","state","shard")
);

-- CreateIndex
CREATE UNIQUE INDEX "annotation_collection_project_id_slug_key" ON "annotation_collection"("project_id", "slug");

-- CreateIndex
CREATE INDEX "annotation_item_collection_id_group_key_idx" ON "annotation_item"("collection_id", "group_key");

-- CreateIndex
CREATE INDEX "annotation_item_collection_id_status_ordinal_idx" ON "annotation_item"("collection_id", "status", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "annotation_item_collection_id_external_id_key" ON "annotation_item"("collection_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "annotation_item_collection_id_ordinal_key" ON "annotation_item"("collection_id", "ordinal");

-- CreateIndex
CREATE UNIQUE INDEX "annotation_task_verdict_id_key" ON "annotation_task"("verdict_id");

-- CreateIndex
CREATE INDEX "annotation_task_holder_id_collection_id_state_changed_at_idx" ON "annotation_task"("holder_id", "collection_id", "state", "changed_at");

-- CreateIndex
CREATE UNIQUE INDEX "annotation_task_item_id_copy_key" ON "annotation_task"("item_id", "copy");

-- CreateIndex
CREATE UNIQUE INDEX "annotation_revision_task_id_branch_number_key" ON "annotation_revision"("task_id", "branch", "number");

-- CreateIndex
CREATE INDEX "annotation_verdict_task_id_idx" ON "annotation_verdict"("task_id");

-- CreateIndex
CREATE INDEX "annotation_review_item_id_idx" ON "annotation_review"("item_id");

-- CreateIndex
CREATE INDEX "annotation_seen_user_id_how_idx" ON "annotation_seen"("user_id", "how");

-- CreateIndex
CREATE INDEX "annotation_activity_user_id_idx" ON "annotation_activity"("user_id");

-- CreateIndex
CREATE INDEX "annotation_candidate_item_id_created_at_idx" ON "annotation_candidate"("item_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "annotation_candidate_job_id_key" ON "annotation_candidate"("job_id");

-- CreateIndex
CREATE INDEX "construct_call_project_id_at_idx" ON "construct_call"("project_id", "at");

-- CreateIndex
CREATE INDEX "construct_call_job_id_idx" ON "construct_call"("job_id");

-- CreateIndex
CREATE INDEX "annotation_gate_item_id_idx" ON "annotation_gate"("item_id");

-- CreateIndex
CREATE UNIQUE INDEX "annotation_gate_study_id_item_version_id_key" ON "annotation_gate"("study_id", "item_version_id");

-- AddForeignKey
ALTER TABLE "annotation_collection" ADD CONSTRAINT "annotation_collection_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_collection" ADD CONSTRAINT "annotation_collection_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_item" ADD CONSTRAINT "annotation_item_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_item" ADD CONSTRAINT "annotation_item_item_version_id_fkey" FOREIGN KEY ("item_version_id") REFERENCES "item_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_task" ADD CONSTRAINT "annotation_task_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_revision" ADD CONSTRAINT "annotation_revision_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "annotation_task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_verdict" ADD CONSTRAINT "annotation_verdict_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "annotation_task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_review" ADD CONSTRAINT "annotation_review_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_seen" ADD CONSTRAINT "annotation_seen_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_activity" ADD CONSTRAINT "annotation_activity_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "annotation_task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_candidate" ADD CONSTRAINT "annotation_candidate_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "construct_call" ADD CONSTRAINT "construct_call_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_gate" ADD CONSTRAINT "annotation_gate_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_gate" ADD CONSTRAINT "annotation_gate_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_gate" ADD CONSTRAINT "annotation_gate_item_version_id_fkey" FOREIGN KEY ("item_version_id") REFERENCES "item_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_count" ADD CONSTRAINT "annotation_count_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say.

-- The next task of a collection: walks what is free or expired, in order, and never meets what is done.
CREATE INDEX annotation_task_claim_idx ON annotation_task (collection_id, ordinal)
  WHERE available_at < 'infinity'::timestamptz;

-- What one person has in hand, to go on with.
CREATE INDEX annotation_task_in_hand_idx ON annotation_task (holder_id, collection_id, state)
  WHERE state IN ('leased', 'parked', 'returned');

-- Nobody holds two copies of one item, whoever asks at once.
CREATE UNIQUE INDEX annotation_task_one_copy_each ON annotation_task (item_id, holder_id) WHERE holder_id IS NOT NULL;

-- What waits for review, in order.
CREATE INDEX annotation_item_review_idx ON annotation_item (collection_id, ordinal)
  WHERE status IN ('submitted', 'in-review');

-- One reviewer holds one item for one review.
CREATE INDEX annotation_item_reviewer_idx ON annotation_item (reviewer_id) WHERE reviewer_id IS NOT NULL;

-- Rows go with their project; nothing else changes or removes what a person wrote or a model made.
CREATE TRIGGER annotation_revision_never_changes BEFORE UPDATE ON annotation_revision
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER annotation_revision_stays BEFORE DELETE ON annotation_revision
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER annotation_verdict_never_changes BEFORE UPDATE ON annotation_verdict
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER annotation_verdict_stays BEFORE DELETE ON annotation_verdict
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER annotation_review_never_changes BEFORE UPDATE ON annotation_review
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER annotation_review_stays BEFORE DELETE ON annotation_review
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER annotation_candidate_never_changes BEFORE UPDATE ON annotation_candidate
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER annotation_candidate_stays BEFORE DELETE ON annotation_candidate
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER construct_call_never_changes BEFORE UPDATE ON construct_call
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Counters are kept by statement, in the transaction of the change; a shard for each connection keeps writers apart.
CREATE FUNCTION count_annotation_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO annotation_count AS counted (collection_id, scope, state, shard, count)
    SELECT collection_id, 'task', state::text, (pg_backend_pid() % 32)::smallint, count(*) FROM after GROUP BY 1, 3
    ON CONFLICT (collection_id, scope, state, shard) DO UPDATE SET count = counted.count + excluded.count;
  ELSE
    INSERT INTO annotation_count AS counted (collection_id, scope, state, shard, count)
    SELECT collection_id, 'task', state::text, (pg_backend_pid() % 32)::smallint, sum(change) FROM (
      SELECT collection_id, state, 1 AS change FROM after UNION ALL SELECT collection_id, state, -1 FROM before
    ) AS moved GROUP BY 1, 3 HAVING sum(change) <> 0 ORDER BY 1, 3
    ON CONFLICT (collection_id, scope, state, shard) DO UPDATE SET count = counted.count + excluded.count;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_annotation_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO annotation_count AS counted (collection_id, scope, state, shard, count)
    SELECT collection_id, 'item', status::text, (pg_backend_pid() % 32)::smallint, count(*) FROM after GROUP BY 1, 3
    ON CONFLICT (collection_id, scope, state, shard) DO UPDATE SET count = counted.count + excluded.count;
  ELSE
    INSERT INTO annotation_count AS counted (collection_id, scope, state, shard, count)
    SELECT collection_id, 'item', status::text, (pg_backend_pid() % 32)::smallint, sum(change) FROM (
      SELECT collection_id, status, 1 AS change FROM after UNION ALL SELECT collection_id, status, -1 FROM before
    ) AS moved GROUP BY 1, 3 HAVING sum(change) <> 0 ORDER BY 1, 3
    ON CONFLICT (collection_id, scope, state, shard) DO UPDATE SET count = counted.count + excluded.count;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER annotation_tasks_are_counted AFTER INSERT ON annotation_task
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_annotation_tasks();
CREATE TRIGGER annotation_tasks_are_recounted AFTER UPDATE ON annotation_task
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_annotation_tasks();
CREATE TRIGGER annotation_items_are_counted AFTER INSERT ON annotation_item
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_annotation_items();
CREATE TRIGGER annotation_items_are_recounted AFTER UPDATE ON annotation_item
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_annotation_items();

-- A text of stories is large beside what else a row holds; status changes must not copy it.
ALTER TABLE annotation_item ALTER COLUMN document SET STORAGE EXTERNAL;
ALTER TABLE annotation_count SET (fillfactor = 50);
