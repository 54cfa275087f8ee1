import * as z from "zod";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const marginRow = z.strictObject({
  itemCondition: z.array(z.number()),
  stratumItem: z.array(z.number()),
  open: z.number(),
});

/** The counts of the rarest and of the most frequent cell among the complete slots with a quota. */
export async function readMargins(slug: string) {
  const row = await maybeRow(
    pool(),
    marginRow,
    sql`WITH placed AS (
       SELECT placement.item_version_id AS item, placement.condition_id AS condition, slot.stratum_id AS stratum,
         count(*) FILTER (WHERE slot.is_done)::int AS done
       FROM study JOIN slot ON slot.study_id = study.id JOIN stratum ON stratum.id = slot.stratum_id
       AND NOT stratum.is_open
       JOIN placement ON placement.slot_id = slot.id WHERE study.slug = ${slug} GROUP BY 1, 2, 3
     ), cells AS (SELECT sum(done)::int AS n FROM placed GROUP BY item, condition),
     groups AS (SELECT sum(done)::int AS n FROM placed GROUP BY item, stratum)
     SELECT (SELECT ARRAY[min(n), max(n)] FROM cells) AS "itemCondition", (SELECT ARRAY[min(n), max(n)]
     FROM groups) AS "stratumItem",
       (SELECT count(*)::int FROM slot JOIN study ON study.id = slot.study_id JOIN stratum
       ON stratum.id = slot.stratum_id
        WHERE study.slug = ${slug} AND NOT slot.is_done AND NOT stratum.is_open) AS open`,
  );
  return row ?? { itemCondition: [], stratumItem: [], open: 0 };
}
