import { SqlFragment } from "../../platform/database/sql.ts";

/**
 * Condition on `annotation_item AS item`: review or the blind re-solve decided on it, so that a claim that it is
 * irreparable no longer stands. What a lead took out of work was overruled by nobody.
 */
export const isOverruledText = "(item.status IN ('accepted', 'reviewed', 'rejected') AND item.retired_at IS NULL)";

/** The same as a part of a statement. */
export const isOverruled = new SqlFragment([isOverruledText], []);
