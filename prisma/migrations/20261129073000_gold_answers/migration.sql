-- The expected answers of a gold item of a task schema.
ALTER TABLE "annotation_item" ADD COLUMN     "gold_answer" JSONB;
