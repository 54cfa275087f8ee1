-- AlterTable
ALTER TABLE "project" ADD COLUMN     "erasure_needs_confirmation" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "erasure_request" (
    "session_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "requested_by_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "erasure_request_pkey" PRIMARY KEY ("session_id")
);

-- AddForeignKey
ALTER TABLE "erasure_request" ADD CONSTRAINT "erasure_request_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
