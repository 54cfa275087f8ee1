-- Where a story comes from can be corrected after its import, for everything that was made from it; nothing is overwritten.
CREATE TABLE "annotation_story_source" (
    "id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "group_key" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "licence" TEXT NOT NULL,
    "corrected_by_id" UUID,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_story_source_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "annotation_story_source_collection_id_group_key_at_idx" ON "annotation_story_source"("collection_id", "group_key", "at");

-- AddForeignKey
ALTER TABLE "annotation_story_source" ADD CONSTRAINT "annotation_story_source_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER annotation_story_source_never_changes BEFORE UPDATE ON annotation_story_source
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
