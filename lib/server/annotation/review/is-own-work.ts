import { fragment, type SqlFragment } from "../../platform/database/sql.ts";

/**
 * Whether an item is a person's own work, which this person never reviews: they worked on the item, skipped it, or cut
 * a sentence in a copy of it through a sibling story. After such a cut, they may still annotate the copy.
 *
 * @param item the item's ID in the surrounding statement
 */
export function isOwnWork(item: SqlFragment, userId: string): SqlFragment {
  return fragment`(EXISTS (SELECT FROM annotation_seen AS seen
      WHERE seen.item_id = ${item} AND seen.user_id = ${userId}::uuid AND seen.how <> 'reviewed')
    OR EXISTS (SELECT FROM annotation_task AS cut JOIN annotation_revision AS revision ON revision.task_id = cut.id
      WHERE cut.item_id = ${item} AND revision.author_id = ${userId}::uuid AND revision.origin = 'sibling'))`;
}
