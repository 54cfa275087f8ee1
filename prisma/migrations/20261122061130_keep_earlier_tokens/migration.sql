-- CreateTable
CREATE TABLE "earlier_token" (
    "token_hash" TEXT NOT NULL,
    "session_id" UUID NOT NULL,

    CONSTRAINT "earlier_token_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "earlier_token_session_id_idx" ON "earlier_token"("session_id");

-- AddForeignKey
ALTER TABLE "earlier_token" ADD CONSTRAINT "earlier_token_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Erasing a session removes the mark of its network from now on; those erased before lose it here.
UPDATE "session" SET "network_hash" = NULL WHERE "erased_at" IS NOT NULL AND "network_hash" IS NOT NULL;
