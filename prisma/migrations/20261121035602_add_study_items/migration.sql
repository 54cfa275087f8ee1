-- AlterTable
ALTER TABLE "slot" ALTER COLUMN "available_at" SET DEFAULT '-infinity'::timestamptz;

-- CreateTable
CREATE TABLE "study_item" (
    "study_id" UUID NOT NULL,
    "item_version_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,

    CONSTRAINT "study_item_pkey" PRIMARY KEY ("study_id","item_version_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "study_item_study_id_ordinal_key" ON "study_item"("study_id", "ordinal");

-- AddForeignKey
ALTER TABLE "study_item" ADD CONSTRAINT "study_item_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "study_item" ADD CONSTRAINT "study_item_item_version_id_fkey" FOREIGN KEY ("item_version_id") REFERENCES "item_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
