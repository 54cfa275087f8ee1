-- AlterTable
ALTER TABLE "annotation_review" ADD COLUMN     "re_review_id" UUID;

-- CreateTable
CREATE TABLE "annotation_re_review" (
    "id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "started_by_id" UUID,
    "reason" TEXT NOT NULL,
    "choice" JSONB NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "undone_at" TIMESTAMPTZ(6),

    CONSTRAINT "annotation_re_review_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotation_re_review_item" (
    "re_review_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "before" JSONB NOT NULL,

    CONSTRAINT "annotation_re_review_item_pkey" PRIMARY KEY ("re_review_id","item_id")
);

-- CreateIndex
CREATE INDEX "annotation_re_review_collection_id_at_idx" ON "annotation_re_review"("collection_id", "at");

-- CreateIndex
CREATE INDEX "annotation_re_review_item_item_id_idx" ON "annotation_re_review_item"("item_id");

-- AddForeignKey
ALTER TABLE "annotation_re_review" ADD CONSTRAINT "annotation_re_review_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_re_review_item" ADD CONSTRAINT "annotation_re_review_item_re_review_id_fkey" FOREIGN KEY ("re_review_id") REFERENCES "annotation_re_review"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_re_review_item" ADD CONSTRAINT "annotation_re_review_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The view has the columns of its table as they were when it was made.
CREATE OR REPLACE VIEW "standing_review" AS
SELECT * FROM "annotation_review" AS review
WHERE NOT EXISTS (SELECT FROM "annotation_review_undo" WHERE "review_id" = review."id");

-- What figures of reviews count: a re-review has figures of its own, because its items were selected.
CREATE VIEW "counted_review" AS SELECT * FROM "standing_review" WHERE "re_review_id" IS NULL;
