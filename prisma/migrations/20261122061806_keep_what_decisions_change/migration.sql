-- What a decision changes of its item, so that undoing it gives it back.
-- AlterTable
ALTER TABLE "annotation_review" ADD COLUMN     "item_before" JSONB;

-- An item that a lead took out of work is no item that was rejected when it was solved.
-- AlterTable
ALTER TABLE "annotation_item" ADD COLUMN     "retired_at" TIMESTAMPTZ(6);

UPDATE "annotation_item" AS item SET "retired_at" = last."at"
FROM (
  SELECT DISTINCT ON ("subject_id") "subject_id", "action", "at" FROM "audit_event"
  WHERE "subject_type" = 'annotation-item' AND "action" IN ('annotation.retire', 'annotation.requeue')
  ORDER BY "subject_id", "id" DESC
) AS last
WHERE last."subject_id" = item."id"::text AND last."action" = 'annotation.retire' AND item."status" = 'rejected';
