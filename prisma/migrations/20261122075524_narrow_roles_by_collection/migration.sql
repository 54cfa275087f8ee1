-- AlterTable
ALTER TABLE "annotation_verdict" ADD COLUMN     "codes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "annotation_collection_role" (
    "collection_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "can_work" BOOLEAN NOT NULL,
    "can_review" BOOLEAN NOT NULL,
    "set_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "annotation_collection_role_pkey" PRIMARY KEY ("user_id","collection_id")
);

-- CreateTable
CREATE TABLE "annotation_notice" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "seen_at" TIMESTAMPTZ(6),

    CONSTRAINT "annotation_notice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "annotation_collection_role_collection_id_idx" ON "annotation_collection_role"("collection_id");

-- CreateIndex
CREATE INDEX "annotation_notice_user_id_seen_at_idx" ON "annotation_notice"("user_id", "seen_at");

-- AddForeignKey
ALTER TABLE "annotation_collection_role" ADD CONSTRAINT "annotation_collection_role_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_collection_role" ADD CONSTRAINT "annotation_collection_role_user_id_project_id_fkey" FOREIGN KEY ("user_id", "project_id") REFERENCES "membership"("user_id", "project_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_notice" ADD CONSTRAINT "annotation_notice_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "annotation_notice" ADD CONSTRAINT "annotation_notice_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "annotation_item"("id") ON DELETE CASCADE ON UPDATE CASCADE;
