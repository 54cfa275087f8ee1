-- CreateTable
CREATE TABLE "release_deposit" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "release_id" UUID,
    "service" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "remote_id" TEXT NOT NULL,
    "doi" TEXT,
    "page" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "release_deposit_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "release_deposit_study_id_server_remote_id_key" ON "release_deposit"("study_id", "server", "remote_id");

-- AddForeignKey
ALTER TABLE "release_deposit" ADD CONSTRAINT "release_deposit_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_deposit" ADD CONSTRAINT "release_deposit_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "release"("id") ON DELETE SET NULL ON UPDATE CASCADE;
