import type { PoolClient } from "pg";
import * as z from "zod";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { parsePlan } from "./draft/freeze-protocol.ts";

const planRow = z.strictObject({ document: json() });

/**
 * How the plan of a study counts tied majorities and unparsed answers; the default rules without a plan. Results of
 * single answers use them; pages of cells get them with the address (`planRules`).
 */
export async function readPlanRules(
  client: Pick<PoolClient, "query">,
  studyId: string,
): Promise<Pick<AnalysisPlan, "ties" | "unparsed">> {
  const row = await maybeRow(client, planRow, sql`SELECT document FROM study_plan WHERE study_id = ${studyId}`);
  const { ties, unparsed } = parsePlan(row?.document);
  return { ties, unparsed };
}
