-- AlterTable
ALTER TABLE "release" ADD COLUMN     "benchmark_id" UUID,
ADD COLUMN     "collection_id" UUID,
ADD COLUMN     "results" JSONB,
ALTER COLUMN "study_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "release_deposit" ADD COLUMN     "benchmark_id" UUID,
ADD COLUMN     "collection_id" UUID,
ALTER COLUMN "study_id" DROP NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "release_benchmark_id_level_version_key" ON "release"("benchmark_id", "level", "version");

-- CreateIndex
CREATE UNIQUE INDEX "release_collection_id_level_version_key" ON "release"("collection_id", "level", "version");

-- CreateIndex
CREATE UNIQUE INDEX "release_deposit_benchmark_id_server_remote_id_key" ON "release_deposit"("benchmark_id", "server", "remote_id");

-- CreateIndex
CREATE UNIQUE INDEX "release_deposit_collection_id_server_remote_id_key" ON "release_deposit"("collection_id", "server", "remote_id");

-- AddForeignKey
ALTER TABLE "release" ADD CONSTRAINT "release_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release" ADD CONSTRAINT "release_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_deposit" ADD CONSTRAINT "release_deposit_benchmark_id_fkey" FOREIGN KEY ("benchmark_id") REFERENCES "benchmark"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_deposit" ADD CONSTRAINT "release_deposit_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A release belongs to one study, benchmark or collection.
ALTER TABLE "release" ADD CONSTRAINT "release_subject_check"
  CHECK (num_nonnulls("study_id", "benchmark_id", "collection_id") = 1);
ALTER TABLE "release_deposit" ADD CONSTRAINT "release_deposit_subject_check"
  CHECK (num_nonnulls("study_id", "benchmark_id", "collection_id") = 1);

-- The requests of studies name their subject.
UPDATE "job" SET "payload" = ("payload" - 'studyId')
  || jsonb_build_object('subject', jsonb_build_object('type', 'study', 'id', "payload" -> 'studyId'))
WHERE "kind" = 'write-release' AND "payload" ? 'studyId';
