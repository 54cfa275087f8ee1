-- AlterTable
ALTER TABLE "import_report" ADD COLUMN     "benchmark_id" UUID,
ADD COLUMN     "undone_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "item_key" ADD COLUMN     "import_id" UUID;

-- AlterTable
ALTER TABLE "item_version" ADD COLUMN     "import_id" UUID,
ADD COLUMN     "reason" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "story_version" ADD COLUMN     "import_id" UUID;

-- CreateIndex
CREATE INDEX "import_report_benchmark_id_idx" ON "import_report"("benchmark_id");

-- CreateIndex
CREATE INDEX "item_key_import_id_idx" ON "item_key"("import_id");

-- CreateIndex
CREATE INDEX "item_version_import_id_idx" ON "item_version"("import_id");

-- CreateIndex
CREATE INDEX "story_version_import_id_idx" ON "story_version"("import_id");

-- AddForeignKey
ALTER TABLE "import_report" ADD CONSTRAINT "import_report_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE SET NULL ON UPDATE CASCADE;
