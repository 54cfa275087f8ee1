import { fragment } from "../../platform/database/sql.ts";

/** The audit action for requeueing an item; used to search the history of an item. */
export const requeueAction = "annotation.requeue";

/**
 * SQL condition on `annotation_task AS task`: a lead has requeued the item or sent it to review again, or the item has
 * a review that was not undone.
 */
export const mustBeReviewed = fragment`(
  EXISTS (SELECT FROM standing_review WHERE item_id = task.item_id)
  OR EXISTS (SELECT FROM annotation_re_review_item WHERE item_id = task.item_id)
  OR EXISTS (SELECT FROM audit_event WHERE subject_type = 'annotation-item' AND subject_id = task.item_id::text
             AND action = ${requeueAction}))`;
