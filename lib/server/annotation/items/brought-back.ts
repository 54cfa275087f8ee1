import { fragment } from "../../platform/database/sql.ts";

/** The audited act of a lead who brings an item back into work; the history of an item is looked through for it. */
export const requeueAct = "annotation.requeue";

/** Condition on `annotation_task AS task`: a lead has brought its item back into work or to review, or a review that stands was made. */
export const mustBeReviewed = fragment`(
  EXISTS (SELECT FROM standing_review WHERE item_id = task.item_id)
  OR EXISTS (SELECT FROM annotation_re_review_item WHERE item_id = task.item_id)
  OR EXISTS (SELECT FROM audit_event WHERE subject_type = 'annotation-item' AND subject_id = task.item_id::text
             AND action = ${requeueAct}))`;
