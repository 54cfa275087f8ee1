import * as z from "zod";
import type { DataVersion } from "@/lib/domain/results/plan/data-collection-state.ts";
import { diffOtherParts, type FrozenProtocol } from "@/lib/domain/results/plan/frozen-protocol.ts";
import { type StoredPlan, storedPlan } from "@/lib/domain/results/plan/plan-record.ts";
import { planStatus, type ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { readDataCollectionState } from "../studies/lock/read-data-collection-state.ts";

const studyDetailsRow = z.strictObject({
  benchmark: z.string(),
  document: json().nullable(),
  registration: z.string().nullable(),
  number: z.number().nullable(),
  hasData: z.boolean().nullable(),
  createdAt: z.date().nullable(),
  first: json<FrozenProtocol>().nullable(),
  newest: json<FrozenProtocol>().nullable(),
});

/** The name of a study's benchmark, its saved plan, and what was frozen before the first answer. */
export async function readStoredPlan(
  studyId: string,
): Promise<{ benchmark: string; plan: StoredPlan | null; first: FrozenProtocol | null }> {
  const row = await maybeRow(
    pool(),
    studyDetailsRow,
    sql`SELECT benchmark.name AS benchmark, plan.document, plan.registration, frozen.number, frozen.has_data AS "hasData",
       frozen.created_at AS "createdAt",
       CASE WHEN frozen.has_data THEN frozen.document END AS newest,
       (SELECT protocol_freeze.document FROM protocol_freeze
        WHERE study_id = study.id AND NOT protocol_freeze.has_data ORDER BY number DESC LIMIT 1) AS first
     FROM study JOIN benchmark ON benchmark.id = study.benchmark_id
     LEFT JOIN study_plan AS plan ON plan.study_id = study.id
     LEFT JOIN LATERAL (
       SELECT number, has_data, created_at, document FROM protocol_freeze WHERE study_id = study.id ORDER BY number DESC LIMIT 1
     ) AS frozen ON true WHERE study.id = ${studyId}`,
  );
  if (!row || row.registration === null) return { benchmark: row?.benchmark ?? "", plan: null, first: null };
  const { benchmark, document, registration, number, hasData, createdAt, first, newest } = row;
  const freeze = number === null || hasData === null || createdAt === null ? null : { number, hasData, createdAt };
  const otherChanges = first && newest ? diffOtherParts(first, newest) : [];
  return { benchmark, plan: storedPlan({ document, registration }, freeze, first?.plan ?? null, otherChanges), first };
}

/** The status of the plan's tests on a study's data. The caller must check the right to see the study. */
export async function readPlanStatus(studyId: string, stage: string, data: DataVersion): Promise<ResultStatus> {
  const [{ plan }, state] = await Promise.all([readStoredPlan(studyId), readDataCollectionState(studyId, stage, data)]);
  return planStatus(plan, stage, state);
}
