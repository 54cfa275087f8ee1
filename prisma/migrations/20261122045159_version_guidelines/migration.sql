-- AlterTable
ALTER TABLE "annotation_verdict" ADD COLUMN     "guideline_version" INTEGER;

-- CreateTable
CREATE TABLE "annotation_guideline" (
    "id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_guideline_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "annotation_guideline_read" (
    "guideline_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_guideline_read_pkey" PRIMARY KEY ("guideline_id","user_id")
);

-- CreateTable
CREATE TABLE "annotation_question" (
    "id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "item_id" UUID,
    "asked_by_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "answer" TEXT,
    "answered_by_id" UUID,
    "answered_at" TIMESTAMPTZ(6),
    "is_case" BOOLEAN NOT NULL DEFAULT false,
    "seen_at" TIMESTAMPTZ(6),

    CONSTRAINT "annotation_question_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "annotation_guideline_collection_id_version_key" ON "annotation_guideline"("collection_id", "version");

-- CreateIndex
CREATE INDEX "annotation_question_collection_id_asked_at_idx" ON "annotation_question"("collection_id", "asked_at");

-- AddForeignKey
ALTER TABLE "annotation_guideline" ADD CONSTRAINT "annotation_guideline_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_guideline_read" ADD CONSTRAINT "annotation_guideline_read_guideline_id_fkey" FOREIGN KEY ("guideline_id") REFERENCES "annotation_guideline"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_question" ADD CONSTRAINT "annotation_question_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;
