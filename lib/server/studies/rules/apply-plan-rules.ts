import type { PoolClient } from "pg";
import * as z from "zod";
import { type AnalysisPlan, missedChecksRule } from "@/lib/domain/results/plan/analysis-plan.ts";
import { cleaningRuleText } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import { countedWhere } from "../../counting/counted-where.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { readChecks } from "./read-checks.ts";

/**
 * The answers that may be excluded: complete answers in their newest revision, including surplus answers and those of
 * the open group.
 */
const excludableAnswers = { surplus: true, excluded: false, openStratum: true };

const ruleRow = z.strictObject({ missedChecks: z.number().nullable() });

/**
 * Applies the exclusion rules of a study's analysis plan to one session that has just become complete, or to all
 * sessions. An exclusion has the actor "plan", the rule and the time. An answer that is excluded, or whose exclusion
 * was revoked, is skipped, so a second call changes nothing. Returns the number of excluded answers.
 *
 * @param sessionId null for all sessions of the study
 */
export async function applyPlanRules(
  client: PoolClient,
  studyId: string,
  sessionId: string | null = null,
): Promise<number> {
  const plan = await maybeRow(
    client,
    ruleRow,
    sql`SELECT (document -> 'exclusions' ->> 'missedChecks')::int AS "missedChecks"
        FROM study_plan WHERE study_id = ${studyId}`,
  );
  if (!plan?.missedChecks) return 0;
  const { concerned } = await readChecks(client, studyId, plan.missedChecks, { sessionId });
  if (concerned.length === 0) return 0;
  // Sessions are locked first, because the counters of an answer depend on its session.
  await client.query(sql`SELECT FROM session WHERE id = ANY (${concerned}) ORDER BY id FOR NO KEY UPDATE`);
  const rule = missedChecksRule(plan.missedChecks);
  return rowCountOf(
    client,
    sql`INSERT INTO exclusion (id, response_id, reason, actor, rule)
     SELECT gen_random_uuid(), answer.id, 'missed-checks', 'plan', ${rule} FROM counted_response AS answer
     WHERE answer.study_id = ${studyId} AND answer.session_id = ANY (${concerned}::uuid[])
       AND ${countedWhere(excludableAnswers, "answer")}
       AND answer.id NOT IN (
         SELECT response_id FROM exclusion WHERE study_id = ${studyId} AND actor = 'plan' AND rule = ${rule})`,
  );
}

/**
 * Runs after the rules of a plan have changed. Revokes the exclusions by rules that the plan no longer contains, with
 * the reason of the change, and applies the new rule about failed checks. The cleaning rules are applied at the data
 * lock.
 */
export async function applyChangedRules(
  client: PoolClient,
  studyId: string,
  actorId: string | null,
  { exclusions, reason }: { exclusions: AnalysisPlan["exclusions"]; reason: string },
): Promise<void> {
  const { missedChecks, cleaning = [] } = exclusions;
  const currentRules = [
    ...(missedChecks ? [missedChecksRule(missedChecks)] : []),
    ...cleaning.filter(({ action }) => action === "exclude").map(cleaningRuleText),
  ];
  await client.query(sql`
    UPDATE exclusion SET revoked_at = clock_timestamp(), revoked_by_id = ${actorId}, revoke_reason = ${reason}
    WHERE study_id = ${studyId} AND actor = 'plan' AND revoked_at IS NULL AND NOT rule = ANY (${currentRules}::text[])
  `);
  await applyPlanRules(client, studyId);
}

const idRow = z.strictObject({ id: z.string() });

/**
 * Applies the rule about failed checks of every study that still collects data. Runs at each start, for installations
 * that were updated from a version without such rules.
 */
export async function applyAllPlanRules(): Promise<void> {
  const studies = await manyRows(
    pool(),
    idRow,
    `SELECT study.id FROM study JOIN study_plan ON study_plan.study_id = study.id
     WHERE study.locked_at IS NULL AND study.status <> 'draft' AND document -> 'exclusions' ->> 'missedChecks' IS NOT NULL`,
  );
  for (const { id } of studies) await withTx((client) => applyPlanRules(client, id));
}
