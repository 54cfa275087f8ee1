-- Acceptance as an event with who, when and why; reviewers' time and drafts; decisions that were undone.
-- AlterTable
ALTER TABLE "annotation_review" ADD COLUMN     "codes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "annotation_review_undo" (
    "review_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_review_undo_pkey" PRIMARY KEY ("review_id")
);

-- CreateIndex
CREATE INDEX "annotation_review_undo_item_id_idx" ON "annotation_review_undo"("item_id");

-- AddForeignKey
ALTER TABLE "annotation_review_undo" ADD CONSTRAINT "annotation_review_undo_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The reviews that decide: what their reviewers undid is left out.
CREATE VIEW "standing_review" AS
SELECT * FROM "annotation_review" AS review
WHERE NOT EXISTS (SELECT FROM "annotation_review_undo" WHERE "review_id" = review."id");

-- CreateTable
CREATE TABLE "annotation_acceptance" (
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "task_id" UUID,
    "revision_id" UUID,
    "accepted_by_id" UUID,
    "cause" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "annotation_acceptance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotation_review_work" (
    "item_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "active_ms" BIGINT NOT NULL DEFAULT 0,
    "idle_ms" BIGINT NOT NULL DEFAULT 0,
    "last_beat_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "draft" JSONB,
    "draft_at" TIMESTAMPTZ(6),

    CONSTRAINT "annotation_review_work_pkey" PRIMARY KEY ("item_id","user_id")
);

-- CreateIndex
CREATE INDEX "annotation_acceptance_item_id_idx" ON "annotation_acceptance"("item_id");

-- CreateIndex
CREATE INDEX "annotation_review_work_user_id_idx" ON "annotation_review_work"("user_id");

-- AddForeignKey
ALTER TABLE "annotation_acceptance" ADD CONSTRAINT "annotation_acceptance_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_review_work" ADD CONSTRAINT "annotation_review_work_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was accepted before there were events: by its last review, else by the rule for untouched items.
INSERT INTO "annotation_acceptance" ("id", "item_id", "task_id", "revision_id", "accepted_by_id", "cause", "reason", "at")
SELECT gen_random_uuid(), item.id, item.accepted_task_id, item.accepted_revision_id, review.reviewer_id,
  CASE WHEN review.id IS NULL THEN 'untouched' ELSE 'review' END, coalesce(review.reason, ''), item.accepted_at
FROM "annotation_item" AS item
LEFT JOIN LATERAL (
  SELECT * FROM "annotation_review" WHERE item_id = item.id AND decision <> 'return' ORDER BY saved_at DESC LIMIT 1
) AS review ON true
WHERE item.accepted_at IS NOT NULL;
