-- What a study plans to analyse, and what it committed itself to when it was opened.
CREATE TABLE "study_plan" (
    "study_id" UUID NOT NULL,
    "document" JSONB NOT NULL,
    "registration" TEXT NOT NULL DEFAULT '',
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "updated_by_id" UUID,

    CONSTRAINT "study_plan_pkey" PRIMARY KEY ("study_id")
);

CREATE TABLE "protocol_freeze" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "has_data" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "protocol_freeze_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "protocol_freeze_study_id_number_key" ON "protocol_freeze"("study_id", "number");

ALTER TABLE "study_plan" ADD CONSTRAINT "study_plan_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "protocol_freeze" ADD CONSTRAINT "protocol_freeze_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER protocol_freeze_is_immutable BEFORE UPDATE ON "protocol_freeze"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
