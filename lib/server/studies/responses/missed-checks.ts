import * as z from "zod";
import type { ResultState } from "@/lib/domain/result-state.ts";
import { missedRule } from "@/lib/domain/survey/check.ts";
import type { StudyChecks } from "@/lib/domain/survey/live/prepare-checks.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { readResult, takeResult } from "../../stored-results/stored-result.ts";
import { parsePlan } from "../draft/freeze-protocol.ts";
import { lockStudy, studyWhere } from "../study-where.ts";
import { checksResult, openAnswers, readChecks, readProtocols } from "./checks-result.ts";

/**
 * How people did at a study's checks, as it was last computed, for those who may see it; null otherwise, and for a study
 * without checks.
 */
export async function getStudyChecks(actor: Actor, address: string): Promise<ResultState<StudyChecks> | null> {
  const studyId = await findCheckedStudy(actor, address);
  return studyId === null ? null : readResult(checksResult, studyId);
}

/** The same for a download: computed now if no stored result matches the data. */
export async function takeStudyChecks(actor: Actor, address: string): Promise<StudyChecks | null> {
  const studyId = await findCheckedStudy(actor, address);
  const found = studyId === null ? null : await takeResult(checksResult, studyId);
  return found?.document ?? null;
}

/** A study with checks, for those who may read it. */
async function findCheckedStudy(actor: Actor, address: string): Promise<string | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study) return null;
  const protocols = [...(await readProtocols(pool(), study.id)).values()];
  return protocols.some(({ steps }) => steps.some(missedRule)) ? study.id : null;
}

const documentRow = z.strictObject({ document: json() });

/**
 * Excludes, by the analysis plan's own rule, every answer of people who missed that many flagging checks or more. Marks
 * can be revoked one by one; a second call adds none. Returns how many answers were marked; none where the plan has no such
 * rule.
 */
export async function excludeMissedChecks(actor: Actor, studyId: string): Promise<number> {
  const person = requirePerson(actor);
  return withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const plans = await maybeRow(client, documentRow, "SELECT document FROM study_plan WHERE study_id = $1", [
      study.id,
    ]);
    const { missedChecks } = parsePlan(plans?.document).exclusions;
    if (!missedChecks) return 0;
    const { concerned } = await readChecks(client, study.id, missedChecks);
    // The sessions first: the counters of an answer hang on its session.
    await client.query("SELECT FROM session WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE", [concerned]);
    const rowCount = await rowCountOf(
      client,
      `INSERT INTO exclusion (id, response_id, reason, note, created_by_id)
       SELECT gen_random_uuid(), response.id, 'missed-checks', $3, $4 ${openAnswers}`,
      [study.id, concerned, `Plan: ${missedChecks} or more missed checks.`, person],
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.exclude-missed-checks",
      subjectType: "study",
      subjectId: studyId,
      after: { missedChecks, people: concerned.length, answers: rowCount },
    });
    return rowCount;
  });
}
