-- One table for comments on items of collections and of benchmarks.
ALTER TABLE "annotation_comment" RENAME TO "item_comment";
ALTER TABLE "item_comment" RENAME CONSTRAINT "annotation_comment_pkey" TO "item_comment_pkey";
ALTER TABLE "item_comment" RENAME CONSTRAINT "annotation_comment_item_id_fkey" TO "item_comment_item_id_fkey";
ALTER INDEX "annotation_comment_item_id_at_idx" RENAME TO "item_comment_item_id_at_idx";
ALTER TABLE "item_comment" ALTER COLUMN "item_id" DROP NOT NULL,
ADD COLUMN     "item_version_id" UUID;

-- CreateIndex
CREATE INDEX "item_comment_item_version_id_at_idx" ON "item_comment"("item_version_id", "at");

-- AddForeignKey
ALTER TABLE "item_comment" ADD CONSTRAINT "item_comment_item_version_id_fkey" FOREIGN KEY ("item_version_id") REFERENCES "item_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "item_comment" ADD CONSTRAINT "item_comment_is_on_one_item" CHECK (("item_id" IS NULL) <> ("item_version_id" IS NULL));
