-- CreateTable
CREATE TABLE "population_share" (
    "study_id" UUID NOT NULL,
    "shares" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_by_id" UUID,

    CONSTRAINT "population_share_pkey" PRIMARY KEY ("study_id")
);

-- AddForeignKey
ALTER TABLE "population_share" ADD CONSTRAINT "population_share_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;
