-- AlterTable
ALTER TABLE "annotation_item" ADD COLUMN     "is_suggestion_shown" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "stimulus" JSONB,
ADD COLUMN     "suggestion" JSONB;

-- CreateTable
CREATE TABLE "annotation_schema_version" (
    "collection_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "schema" JSONB NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_schema_version_pkey" PRIMARY KEY ("collection_id","version")
);

-- CreateTable
CREATE TABLE "annotation_coded_answer" (
    "item_id" UUID NOT NULL,
    "coder" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_coded_answer_pkey" PRIMARY KEY ("item_id","coder")
);

-- CreateTable
CREATE TABLE "annotation_comment" (
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "resolved_at" TIMESTAMPTZ(6),
    "resolved_by_id" UUID,

    CONSTRAINT "annotation_comment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "annotation_comment_item_id_at_idx" ON "annotation_comment"("item_id", "at");

-- AddForeignKey
ALTER TABLE "annotation_schema_version" ADD CONSTRAINT "annotation_schema_version_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_coded_answer" ADD CONSTRAINT "annotation_coded_answer_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_comment" ADD CONSTRAINT "annotation_comment_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER annotation_schema_version_never_changes BEFORE UPDATE ON annotation_schema_version
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
