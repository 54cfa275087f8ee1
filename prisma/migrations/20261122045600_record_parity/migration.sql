-- What was found when models' stimuli were held against people's, and who signed for what differs.
CREATE TABLE "parity_finding" (
    "study_id" UUID NOT NULL,
    "prediction_id" UUID NOT NULL,
    "condition_key" TEXT NOT NULL,
    "frame" TEXT NOT NULL,
    "parity" TEXT NOT NULL,
    "is_content" BOOLEAN NOT NULL,
    "differs" JSONB NOT NULL DEFAULT '[]',
    "is_other_version" BOOLEAN NOT NULL DEFAULT false,
    "shown_hash" TEXT NOT NULL,

    CONSTRAINT "parity_finding_pkey" PRIMARY KEY ("study_id","prediction_id","condition_key")
);

CREATE TABLE "parity_sign_off" (
    "id" UUID NOT NULL,
    "study_id" UUID NOT NULL,
    "item_version_id" UUID NOT NULL,
    "condition_key" TEXT NOT NULL,
    "shown_hash" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,
    "revoked_at" TIMESTAMPTZ(6),
    "revoked_by_id" UUID,

    CONSTRAINT "parity_sign_off_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "parity_finding_study_id_parity_idx" ON "parity_finding"("study_id", "parity");

CREATE INDEX "parity_sign_off_study_id_item_version_id_idx" ON "parity_sign_off"("study_id", "item_version_id");

ALTER TABLE "parity_finding" ADD CONSTRAINT "parity_finding_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "parity_finding" ADD CONSTRAINT "parity_finding_prediction_id_fkey" FOREIGN KEY ("prediction_id") REFERENCES "prediction"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "parity_sign_off" ADD CONSTRAINT "parity_sign_off_study_id_fkey" FOREIGN KEY ("study_id") REFERENCES "study"("id") ON DELETE CASCADE ON UPDATE CASCADE;
