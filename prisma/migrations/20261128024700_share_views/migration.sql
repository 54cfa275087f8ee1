-- CreateTable
CREATE TABLE "shared_view" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "ending" TEXT NOT NULL,
    "is_blinded" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "revoked_at" TIMESTAMPTZ(6),
    "last_used_at" TIMESTAMPTZ(6),
    "openings" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "shared_view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shared_view_token_hash_key" ON "shared_view"("token_hash");

-- CreateIndex
CREATE INDEX "shared_view_study_id_created_at_idx" ON "shared_view"("study_id", "created_at");

-- AddForeignKey
ALTER TABLE "shared_view" ADD CONSTRAINT "shared_view_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;
