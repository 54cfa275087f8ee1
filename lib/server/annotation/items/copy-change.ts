import * as z from "zod";
import { fragment } from "../../platform/database/sql.ts";

/**
 * SQL on `annotation_task AS task` and its `annotation_item AS item`: the document that the annotator of this copy
 * received. This is the imported document, unless a sentence was cut from it through a sibling story before anyone
 * began work on the copy.
 */
export const receivedText = fragment`coalesce((SELECT cut.document FROM annotation_revision AS cut
  WHERE cut.task_id = task.id AND cut.origin = 'sibling' ORDER BY cut.number DESC LIMIT 1), item.document)`;

/**
 * SQL condition on `annotation_task AS task`: a sentence was deleted from this copy because it was deleted from another
 * story of the same source.
 */
export const hasSiblingCut = fragment`EXISTS (
  SELECT FROM annotation_revision WHERE task_id = task.id AND origin = 'sibling')`;

/** The schema of the columns `copyChange` and `changeByAuthor`. */
export const copyChangeFields = z.enum(["text", "marks"]).nullable();

/**
 * SQL on the aliases of `receivedText`, `annotation_verdict AS verdict` and the judged `annotation_revision AS
 * revision`, if there is one: what was changed in the copy, 'text' or 'marks'. Null if nothing was changed, or if the
 * verdict is 'irreparable'. A cut through a sibling story counts as a change, regardless of the verdict.
 */
export const copyChange = fragment`CASE WHEN verdict.verdict = 'irreparable' OR revision.id IS NULL THEN NULL
  WHEN revision.document - 'anchors' IS DISTINCT FROM item.document - 'anchors'
    OR revision.document - 'anchors' IS DISTINCT FROM ${receivedText} - 'anchors' THEN 'text'
  WHEN verdict.verdict = 'refined' THEN 'marks' END`;

/**
 * SQL on the aliases of `copyChange`: what the author of the verdict changed in the copy that they received, 'text' or
 * 'marks'. Null if they changed nothing, if the verdict is 'irreparable', or without a verdict. An earlier cut by someone
 * else does not count as the author's change.
 */
export const changeByAuthor = fragment`CASE WHEN verdict.verdict IS DISTINCT FROM 'refined' THEN NULL
  WHEN revision.document - 'anchors' IS DISTINCT FROM ${receivedText} - 'anchors' THEN 'text' ELSE 'marks' END`;
