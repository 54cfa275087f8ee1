import { fragment } from "../../platform/database/sql.ts";

/**
 * SQL condition on `annotation_item AS item` and an `annotation_verdict AS verdict` with the value 'irreparable': a
 * later review changed the item or accepted a copy with another verdict. Computed from reviews, not from the item's
 * current status.
 */
export const isOverruled = fragment`EXISTS (SELECT FROM counted_review AS later WHERE later.item_id = item.id
  AND later.saved_at > verdict.saved_at AND (later.decision = 'change' OR (later.decision = 'accept' AND (
    SELECT judged.verdict FROM annotation_verdict AS judged WHERE judged.task_id = later.task_id AND judged.saved_at <= later.saved_at
    ORDER BY judged.saved_at DESC LIMIT 1) <> 'irreparable')))`;
