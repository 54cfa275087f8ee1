import * as z from "zod";
import { type ArrivalRules, defaultNetworkCap, readArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { findIdPatternProblem } from "@/lib/domain/survey/participant-id.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import type { Arrivals } from "@/lib/domain/survey/studies/study-rows.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { environment } from "../../platform/environment.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { lockStudy } from "../study-where.ts";

const arrivalRulesRow = z.strictObject({ arrival_rules: json().nullable() });

/** Sets who may start sessions from now on; sessions in progress continue. Rejects an invalid pattern for IDs. */
export async function setArrivalRules(actor: Actor, studyId: string, rules: ArrivalRules): Promise<void> {
  const problem = findIdPatternProblem(rules.idPattern);
  if (problem) throw new AppError("invalid", `The pattern ${problem}.`, "idPattern");
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const row = await maybeRow(client, arrivalRulesRow, sql`SELECT arrival_rules FROM study WHERE id = ${studyId}`);
    await client.query(sql`UPDATE study SET arrival_rules = ${JSON.stringify(rules)} WHERE id = ${studyId}`);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.set-arrival-rules",
      subjectType: "study",
      subjectId: studyId,
      before: { ...readArrivalRules({ stage: study.stage, arrival_rules: row?.arrival_rules }) },
      after: { ...rules },
    });
  });
}

const studyRow = z.strictObject({ project_id: z.string(), stage: z.enum(stages), arrival_rules: json().nullable() });

const refusedRow = z.strictObject({ reason: z.string(), source: z.string(), count: z.number(), last_at: z.date() });

const countRow = z.strictObject({ variants: z.number(), held: z.number() });

/** The arrival rules of a study; null for an unknown study. The caller must check the right to read it. */
export async function getArrivals(actor: Actor, studyId: string): Promise<Arrivals | null> {
  const study = await maybeRow(
    pool(),
    studyRow,
    sql`SELECT project_id, stage::text, arrival_rules FROM study WHERE id = ${studyId}`,
  );
  if (!study) return null;
  requireRight(actor, "research.read", study.project_id);
  const rules = readArrivalRules(study);
  const [refused, counts] = await Promise.all([
    manyRows(
      pool(),
      refusedRow,
      sql`
      SELECT reason, source, count(*)::int AS count, max(at) AS last_at FROM refused_arrival
      WHERE study_id = ${studyId} GROUP BY reason, source ORDER BY count(*) DESC, reason, source
    `,
    ),
    oneRow(
      pool(),
      countRow,
      sql`
      SELECT (SELECT count(*)::int FROM entry_identity WHERE study_id = ${studyId} AND is_case_variant) AS variants,
             (SELECT count(*)::int FROM slot WHERE study_id = ${studyId} AND session_id IS NOT NULL
             AND NOT is_done) AS held
    `,
    ),
  ]);
  const { variants, held } = counts;
  return {
    rules,
    refused: refused.map(({ reason, source, count, last_at }) => ({ reason, source, count, lastAt: last_at })),
    caseVariants: variants,
    heldSlots: held,
    isCapIdle: rules.networkCap !== null && rules.networkCap !== defaultNetworkCap && !environment().hasNamedProxy,
  };
}
