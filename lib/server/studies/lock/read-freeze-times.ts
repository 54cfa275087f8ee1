import * as z from "zod";
import type { RunTimes } from "@/lib/domain/results/plan/late-runs.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const namedRow = z.strictObject({ model: z.string().nullable(), since: z.date() });

/**
 * The time when the protocol of a study was first frozen, and the time since which a frozen plan names each of its
 * models.
 */
export async function readFreezeTimes(studyId: string): Promise<Pick<RunTimes, "frozenAt" | "namedAt">> {
  const rows = await manyRows(
    pool(),
    namedRow,
    sql`SELECT named.model, min(created_at) AS since FROM protocol_freeze
     LEFT JOIN LATERAL jsonb_array_elements_text(document -> 'plan' -> 'models') AS named (model) ON true
     WHERE study_id = ${studyId} GROUP BY named.model`,
  );
  const times = rows.map(({ since }) => since.getTime());
  return {
    frozenAt: times.length === 0 ? null : Math.min(...times),
    namedAt: new Map(rows.flatMap(({ model, since }) => (model === null ? [] : [[model, since.getTime()] as const]))),
  };
}
