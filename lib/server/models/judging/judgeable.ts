import { openEnded, twoChoice } from "@/lib/domain/items/kinds/knp/two-choice.ts";
import { SqlFragment } from "../../platform/database/sql.ts";

/**
 * SQL: whether an answer (`prediction`, to `item`) can be judged: no options were shown, the answer has a text, and the
 * item has an answer key.
 */
export const judgeable = new SqlFragment(
  [
    `item.kind = '${twoChoice.name}' AND prediction.condition ->> 'prompt' = '${openEnded}'
  AND prediction.output IS NOT NULL AND prediction.output <> ''
  AND (SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1) IN ('0', '1')`,
  ],
  [],
);
