import { fragment } from "../../platform/database/sql.ts";

/** SQL condition: `item` is a practice item. It has a lesson and is not retired. */
export const isPracticeItem = fragment`(item.expert IS NOT NULL AND item.retired_at IS NULL)`;
