import * as z from "zod";
import { SqlFragment } from "../../platform/database/sql.ts";

/**
 * Of `annotation_task AS task` and its `annotation_item AS item`: the document that the annotator of this copy was given. That
 * is the imported one, unless sentences were cut in it from a story of the same source before anyone began with it.
 */
const given = `coalesce((SELECT cut.document FROM annotation_revision AS cut
  WHERE cut.task_id = task.id AND cut.origin = 'sibling' ORDER BY cut.number DESC LIMIT 1), item.document)`;
export const givenText = new SqlFragment([given], []);

/** Condition on `annotation_task AS task`: a sentence was cut in this copy from a story of the same source. */
export const wasCutText = "EXISTS (SELECT FROM annotation_revision WHERE task_id = task.id AND origin = 'sibling')";
export const wasCut = new SqlFragment([wasCutText], []);

/** What `copyChange` and `ownChange` answer: a part of a row's schema. */
export const changeColumn = z.enum(["text", "marks"]).nullable();

/**
 * Of the same two, its `annotation_verdict AS verdict` and the judged `annotation_revision AS revision`, if there is one: what
 * was changed in the copy, 'text' or 'marks'; null for nothing, and where the item was given up. A text that someone cut from
 * a story of the same source is changed, too, whatever the annotator of the copy says of it.
 */
export const copyChangeText = `CASE WHEN verdict.verdict = 'irreparable' OR revision.id IS NULL THEN NULL
  WHEN revision.document - 'anchors' IS DISTINCT FROM item.document - 'anchors'
    OR revision.document - 'anchors' IS DISTINCT FROM ${given} - 'anchors' THEN 'text'
  WHEN verdict.verdict = 'refined' THEN 'marks' END`;
export const copyChange = new SqlFragment([copyChangeText], []);

/**
 * Of the same: what the author of the verdict changed in the copy that they were given, 'text' or 'marks'; null for nothing,
 * where they gave it up, and without a verdict. What someone else had cut in it before is no change of theirs.
 */
export const ownChangeText = `CASE WHEN verdict.verdict IS DISTINCT FROM 'refined' THEN NULL
  WHEN revision.document - 'anchors' IS DISTINCT FROM ${given} - 'anchors' THEN 'text' ELSE 'marks' END`;
export const ownChange = new SqlFragment([ownChangeText], []);
