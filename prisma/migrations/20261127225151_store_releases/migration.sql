-- CreateTable
CREATE TABLE "release" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "level" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "changes" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "report" JSONB NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,
    "withdrawn_at" TIMESTAMPTZ(6),
    "withdrawn_by_id" UUID,
    "withdrawn_reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "release_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "release_part" (
    "release_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "release_part_pkey" PRIMARY KEY ("release_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "release_study_id_level_version_key" ON "release"("study_id", "level", "version");

-- AddForeignKey
ALTER TABLE "release" ADD CONSTRAINT "release_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "release_part" ADD CONSTRAINT "release_part_release_id_fkey" FOREIGN KEY ("release_id") REFERENCES "release"("id") ON DELETE CASCADE ON UPDATE CASCADE;
