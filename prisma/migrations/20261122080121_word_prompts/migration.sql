-- CreateTable
CREATE TABLE "construct_prompt" (
    "id" UUID NOT NULL,
    "collection_id" UUID NOT NULL,
    "step" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "system" TEXT,
    "user_text" TEXT,
    "note" TEXT NOT NULL DEFAULT '',
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "construct_prompt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "construct_prompt_collection_id_step_version_key" ON "construct_prompt"("collection_id", "step", "version");

-- AddForeignKey
ALTER TABLE "construct_prompt" ADD CONSTRAINT "construct_prompt_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "annotation_collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;
