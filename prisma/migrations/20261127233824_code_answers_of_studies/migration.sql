-- AlterTable
ALTER TABLE "annotation_coded_answer" ADD COLUMN     "session_id" UUID;

-- CreateIndex
CREATE INDEX "annotation_coded_answer_session_id_idx" ON "annotation_coded_answer"("session_id");

-- AddForeignKey
ALTER TABLE "annotation_coded_answer" ADD CONSTRAINT "annotation_coded_answer_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
