-- Open-ended answers are held against the options by judges, models or people.
ALTER TABLE "evaluation" ADD COLUMN "judges" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "evaluation_question" ADD COLUMN "prediction_id" UUID;
CREATE TABLE "judgement" (
    "id" UUID NOT NULL,
    "prediction_id" UUID NOT NULL,
    "evaluation_id" UUID,
    "user_id" UUID,
    "verdict" TEXT,
    "output" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "judgement_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "judgement_evaluation_id_idx" ON "judgement"("evaluation_id");
CREATE UNIQUE INDEX "judgement_prediction_id_evaluation_id_key" ON "judgement"("prediction_id", "evaluation_id");
CREATE UNIQUE INDEX "judgement_prediction_id_user_id_key" ON "judgement"("prediction_id", "user_id");
ALTER TABLE "judgement" ADD CONSTRAINT "judgement_prediction_id_fkey" FOREIGN KEY ("prediction_id") REFERENCES "prediction"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "judgement" ADD CONSTRAINT "judgement_evaluation_id_fkey" FOREIGN KEY ("evaluation_id") REFERENCES "evaluation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Addresses of the server's own network are for owners to name; what was named before stays in use.
ALTER TABLE "model_endpoint" ADD COLUMN "is_of_owner" BOOLEAN NOT NULL DEFAULT false;
UPDATE "model_endpoint" SET "is_of_owner" = true;
