-- Uploaded files that a background job reads.
CREATE TABLE "upload_part" (
    "upload_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "project_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "upload_part_pkey" PRIMARY KEY ("upload_id","number")
);

-- CreateIndex
CREATE INDEX "upload_part_project_id_idx" ON "upload_part"("project_id");

-- AddForeignKey
ALTER TABLE "upload_part" ADD CONSTRAINT "upload_part_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
