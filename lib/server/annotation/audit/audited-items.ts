import { fragment, type SqlFragment } from "../../platform/database/sql.ts";

/** Which items an audit covers: the accepted ones, or all except unusable ones. */
export type AuditScope = "accepted" | "all";

/** Comparing every story with all others takes some seconds for this number of items. */
export const maxAuditedItems = 5_000;

/** SQL on `annotation_item AS item`: whether an audit covers the item, apart from the maximum number of items. */
export function isAudited(collectionId: string, which: AuditScope): SqlFragment {
  return fragment`item.collection_id = ${collectionId} AND item.status NOT IN ('irreparable', 'rejected')
    AND (${which}::text = 'all' OR item.status = 'accepted')`;
}

/** SQL: the items of an audit, with `id`, `kind` and `group_key`. */
export function auditedItems(collectionId: string, which: AuditScope): SqlFragment {
  return fragment`SELECT item.id, item.kind, item.group_key FROM annotation_item AS item
    WHERE ${isAudited(collectionId, which)} ORDER BY item.ordinal LIMIT ${maxAuditedItems}`;
}
