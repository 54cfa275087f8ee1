-- AlterTable
ALTER TABLE "entry_identity" ADD COLUMN     "compared_id" TEXT,
ADD COLUMN     "folded_id" TEXT,
ADD COLUMN     "is_case_variant" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "study" ADD COLUMN     "arrival_rules" JSONB;

-- CreateTable
CREATE TABLE "readiness_probe" (
    "id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "readiness_probe_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "network_key" (
    "id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "network_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refused_arrival" (
    "id" BIGSERIAL NOT NULL,
    "study_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "reason" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "external_id" TEXT,

    CONSTRAINT "refused_arrival_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "refused_arrival_study_id_id_idx" ON "refused_arrival"("study_id", "id");

-- CreateIndex
CREATE INDEX "entry_identity_study_id_source_folded_id_idx" ON "entry_identity"("study_id", "source", "folded_id");

-- CreateIndex
CREATE UNIQUE INDEX "entry_identity_study_id_source_compared_id_key" ON "entry_identity"("study_id", "source", "compared_id");

-- AddForeignKey
ALTER TABLE "refused_arrival" ADD CONSTRAINT "refused_arrival_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "lease_renewals" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "network_hash" TEXT;

-- Open sessions of one network, for a study's cap on them.
CREATE INDEX "session_open_network_idx" ON "session"("study_id", "network_hash")
WHERE "outcome" IS NULL AND "network_hash" IS NOT NULL;

-- Ids that are there already are compared from now on as new ones are. Two that were admitted as different and are equal
-- under the new rule stay as they are: the later ones are compared with nothing.
WITH normal AS (
  SELECT "session_id", "study_id", "source", "created_at",
         regexp_replace(normalize("external_id", NFKC), '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]', '', 'g') AS id
  FROM "entry_identity" WHERE "external_id" NOT LIKE 'erased:%'
), ranked AS (
  SELECT *, row_number() OVER (PARTITION BY "study_id", "source", id ORDER BY "created_at", "session_id") AS place
  FROM normal
)
UPDATE "entry_identity" SET "compared_id" = CASE WHEN place = 1 THEN ranked.id END, "folded_id" = lower(ranked.id)
FROM ranked WHERE ranked."session_id" = "entry_identity"."session_id";
