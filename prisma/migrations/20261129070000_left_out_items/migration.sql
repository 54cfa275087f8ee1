-- Items of a pilot that the next stage does not ask.
CREATE TABLE "study_item_left_out" (
    "study_id" UUID NOT NULL,
    "item_version_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "created_by_id" UUID,

    CONSTRAINT "study_item_left_out_pkey" PRIMARY KEY ("study_id","item_version_id")
);
ALTER TABLE "study_item_left_out" ADD CONSTRAINT "study_item_left_out_study_id_item_version_id_fkey" FOREIGN KEY ("study_id", "item_version_id") REFERENCES "study_item"("study_id", "item_version_id") ON DELETE CASCADE ON UPDATE CASCADE;
