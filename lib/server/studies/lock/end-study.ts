import * as z from "zod";
import type { EndCause } from "@/lib/domain/results/plan/data-collection-state.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { studyAddressSql } from "../study-where.ts";
import { lockEndedData } from "./lock-data.ts";

/**
 * The SET clause of an UPDATE of `study` that closes the study. Closing ends a main stage: its slots can no longer be
 * claimed. Its data are locked as soon as the running sessions have finished or expired.
 *
 * @param byId the user who closes the study; null for the installation
 */
export function closeStudySql(cause: EndCause, byId: string | null): SqlFragment {
  return fragment`status = 'closed', closed_at = clock_timestamp(),
    end_cause = CASE WHEN study.stage = 'main' THEN ${cause}::text END,
    ended_by_id = CASE WHEN study.stage = 'main' THEN ${byId}::uuid END`;
}

const idRow = z.strictObject({ id: z.string() });

/**
 * Closes an open study on behalf of the installation, as the demo does.
 *
 * @param address the study's ID or slug
 */
export async function closeOpenStudy(address: string): Promise<void> {
  const closedStudy = await maybeRow(
    pool(),
    idRow,
    sql`UPDATE study SET ${closeStudySql("closed", null)}
        WHERE ${studyAddressSql(address)} AND status = 'open' RETURNING id`,
  );
  if (closedStudy) await lockEndedData(closedStudy.id);
}
