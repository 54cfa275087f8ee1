import * as z from "zod";
import { fragment } from "../../platform/database/sql.ts";

/**
 * SQL on `annotation_task AS task` and its `annotation_item AS item`: the document that the annotator of this copy
 * received. This is the imported one, unless sentences were cut in it from a sibling story before anyone began it.
 */
export const receivedText = fragment`coalesce((SELECT cut.document FROM annotation_revision AS cut
  WHERE cut.task_id = task.id AND cut.origin = 'sibling' ORDER BY cut.number DESC LIMIT 1), item.document)`;

/** Condition on `annotation_task AS task`: a sentence was cut in this copy from a sibling story. */
export const hasSiblingCut = fragment`EXISTS (
  SELECT FROM annotation_revision WHERE task_id = task.id AND origin = 'sibling')`;

/** The columns of `copyChange` and `ownChange`, as part of a row's schema. */
export const copyChangeFields = z.enum(["text", "marks"]).nullable();

/**
 * SQL on the aliases of `receivedText`, `annotation_verdict AS verdict` and the judged `annotation_revision AS
 * revision`, if there is one: what was changed in the copy, 'text' or 'marks'; null if nothing was changed, or if the
 * item was called unusable. A cut that was made from a sibling story counts as a change, whatever the verdict is.
 */
export const copyChange = fragment`CASE WHEN verdict.verdict = 'irreparable' OR revision.id IS NULL THEN NULL
  WHEN revision.document - 'anchors' IS DISTINCT FROM item.document - 'anchors'
    OR revision.document - 'anchors' IS DISTINCT FROM ${receivedText} - 'anchors' THEN 'text'
  WHEN verdict.verdict = 'refined' THEN 'marks' END`;

/**
 * SQL on the aliases of `copyChange`: what the author of the verdict changed in the copy that they received, 'text' or
 * 'marks'; null if they changed nothing, if they called the item unusable, or without a verdict. An earlier cut by
 * someone else does not count as their change.
 */
export const ownChange = fragment`CASE WHEN verdict.verdict IS DISTINCT FROM 'refined' THEN NULL
  WHEN revision.document - 'anchors' IS DISTINCT FROM ${receivedText} - 'anchors' THEN 'text' ELSE 'marks' END`;
