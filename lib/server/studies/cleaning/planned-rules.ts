import type { PoolClient } from "pg";
import * as z from "zod";
import { cleaningPlanSchema, type PlannedCleaningRule } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";

/**
 * SQL of the cleaning rules of a study's plan as JSON; null if the plan has none. A simulation has the rules of the
 * simulated study.
 */
export function plannedRulesSql(studyId: string): SqlFragment {
  return fragment`(SELECT plan.document -> 'exclusions' -> 'cleaning' FROM study_plan AS plan
    JOIN study ON plan.study_id = coalesce(study.simulation_of_id, study.id) WHERE study.id = ${studyId})`;
}

const rulesRow = z.strictObject({ rules: json().nullable() });

/** The cleaning rules of a study's plan. The caller must check the right to see it. */
export async function readPlannedRules(
  client: Pick<PoolClient, "query">,
  studyId: string,
): Promise<PlannedCleaningRule[]> {
  const row = await maybeRow(client, rulesRow, sql`SELECT ${plannedRulesSql(studyId)} AS rules`);
  return cleaningPlanSchema.parse(row?.rules ?? []);
}

/** Like `readPlannedRules`, outside a transaction. */
export function listCleaningRules(studyId: string): Promise<PlannedCleaningRule[]> {
  return readPlannedRules(pool(), studyId);
}
