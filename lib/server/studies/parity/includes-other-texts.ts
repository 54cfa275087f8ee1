import type { PoolClient } from "pg";
import * as z from "zod";
import { countsOtherTexts } from "@/lib/domain/items/other-texts.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const mismatchedRow = z.strictObject({ mismatched: z.boolean().nullable() });

/**
 * Whether the results of a study include models' answers to a text other than the one that people read
 * (`countsOtherTexts`).
 *
 * @param requested the query parameter; null if there is none
 */
export async function includesOtherTexts(
  client: Pick<PoolClient, "query">,
  studyId: string,
  requested: unknown = null,
): Promise<boolean> {
  const row = await maybeRow(
    client,
    mismatchedRow,
    sql`SELECT (document #>> '{exclusions,mismatched}')::boolean AS mismatched FROM study_plan
      WHERE study_id = ${studyId}`,
  );
  return countsOtherTexts(requested, row?.mismatched ?? false);
}
