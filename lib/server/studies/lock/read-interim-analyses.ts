import * as z from "zod";
import type { InterimAnalysis, InterimAnalysisResult } from "@/lib/domain/results/interim/interim-analyses.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const lookRow = z.strictObject({
  number: z.number(),
  declared: z.number(),
  share: z.number(),
  counted: z.number(),
  planned: z.number(),
  takenAt: z.date(),
  takenBy: z.string().nullable(),
  dataHash: z.string(),
  result: json<InterimAnalysisResult>(),
});

/** The completed interim analyses of a study, oldest first. The caller must check the right to see the study. */
export async function readInterimAnalyses(studyId: string): Promise<InterimAnalysis[]> {
  const rows = await manyRows(
    pool(),
    lookRow,
    sql`SELECT number, declared, share, counted, planned, taken_at AS "takenAt",
          coalesce(nullif(app_user.name, ''), app_user.email) AS "takenBy", data_hash AS "dataHash", result
        FROM interim_look LEFT JOIN app_user ON app_user.id = interim_look.taken_by_id
        WHERE study_id = ${studyId} ORDER BY number`,
  );
  return rows.map((row) => ({ ...row, fraction: row.counted / row.planned }));
}
