-- CreateTable
CREATE TABLE "interim_look" (
    "study_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "declared" INTEGER NOT NULL,
    "share" DOUBLE PRECISION NOT NULL,
    "counted" INTEGER NOT NULL,
    "planned" INTEGER NOT NULL,
    "taken_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "taken_by_id" UUID,
    "plan_hash" TEXT NOT NULL,
    "data_hash" TEXT NOT NULL,
    "result" JSONB NOT NULL,

    CONSTRAINT "interim_look_pkey" PRIMARY KEY ("study_id","number")
);

-- AddForeignKey
ALTER TABLE "interim_look" ADD CONSTRAINT "interim_look_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The result of an interim analysis is a record.
CREATE TRIGGER interim_look_never_changes BEFORE UPDATE ON interim_look FOR EACH ROW EXECUTE FUNCTION refuse_change();
