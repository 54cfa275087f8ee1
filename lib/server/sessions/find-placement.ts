import * as z from "zod";
import { plannedPool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

export interface FoundPlacement {
  itemVersionId: string;
  conditionId: string;
  /** The language of the session's screens; null for the study's own language. */
  language: string | null;
}

const placementRow = z.strictObject({
  item_version_id: z.string(),
  condition_id: z.string(),
  language: z.string().nullable(),
});

/** The item and condition at a position of a session's slot; null for an unknown token or before a slot is claimed. */
export async function findPlacement(tokenHash: string, position: number): Promise<FoundPlacement | null> {
  const row = await maybeRow(
    plannedPool(),
    placementRow,
    sql`
    SELECT placement.item_version_id, placement.condition_id, session.language
    FROM session JOIN placement ON placement.slot_id = session.slot_id AND placement.position = ${position}
    WHERE session.token_hash = ${tokenHash}
  `,
  );
  return row ? { itemVersionId: row.item_version_id, conditionId: row.condition_id, language: row.language } : null;
}
