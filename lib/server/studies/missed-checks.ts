import type { PoolClient } from "pg";
import { checkKey, missedRule, type Verdict } from "@/lib/domain/survey/check.ts";
import {
  type CheckFigures,
  type CheckTry,
  flaggedMisses,
  prepareChecks,
} from "@/lib/domain/survey/live/prepare-checks.ts";
import { type Protocol, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { type Actor, requirePerson } from "../platform/access/access.ts";
import { recordAuditRaw } from "../platform/audit/record-audit-raw.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { withRawTx } from "../platform/database/with-raw-transaction.ts";
import { parsePlan } from "./freeze-protocol.ts";
import { lockStudy, studyWhere } from "./study-where.ts";

export interface StudyChecks {
  checks: CheckFigures[];
  /** From how many missed checks on the analysis plan sets answers aside; null: it has no such rule. */
  missedChecks: number | null;
  /** People whom that rule concerns, and those of their answers that are not excluded yet. */
  people: number;
  answers: number;
}

/** How people did at a study's checks, for those who may see it; null otherwise, and for a study without checks. */
export async function getStudyChecks(actor: Actor, address: string): Promise<StudyChecks | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true, plan: { select: { document: true } } },
  });
  if (!study) return null;
  const protocols = await readProtocols(pool(), study.id);
  if (!protocols.some(({ steps }) => steps.some(missedRule))) return null;
  const tries = await readTries(pool(), study.id);
  const missedChecks = parsePlan(study.plan?.document).exclusions.missedChecks ?? null;
  const concerned = missedChecks === null ? [] : concernedSessions(protocols, tries, missedChecks);
  const { rows } = await pool().query<{ n: number }>(`SELECT count(*)::int AS n ${openAnswers}`, [study.id, concerned]);
  return { checks: prepareChecks(protocols, tries), missedChecks, people: concerned.length, answers: rows[0]?.n ?? 0 };
}

/**
 * Excludes, by the analysis plan's own rule, every answer of people who missed that many flagging checks or more. Marks
 * can be revoked one by one; a second call adds none. Returns how many answers were marked; none where the plan has no such
 * rule.
 */
export async function excludeMissedChecks(actor: Actor, studyId: string): Promise<number> {
  const person = requirePerson(actor);
  return withRawTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const plans = await client.query<{ document: unknown }>("SELECT document FROM study_plan WHERE study_id = $1", [
      study.id,
    ]);
    const { missedChecks } = parsePlan(plans.rows[0]?.document).exclusions;
    if (!missedChecks) return 0;
    const concerned = concernedSessions(
      await readProtocols(client, study.id),
      await readTries(client, study.id),
      missedChecks,
    );
    // The sessions first: the counters of an answer hang on its session.
    await client.query("SELECT FROM session WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE", [concerned]);
    const { rowCount } = await client.query(
      `INSERT INTO exclusion (id, response_id, reason, note, created_by_id)
       SELECT gen_random_uuid(), response.id, 'missed-checks', $3, $4 ${openAnswers}`,
      [study.id, concerned, `Plan: ${missedChecks} or more missed checks.`, person],
    );
    await recordAuditRaw(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.exclude-missed-checks",
      subjectType: "study",
      subjectId: studyId,
      after: { missedChecks, people: concerned.length, answers: rowCount },
    });
    return rowCount ?? 0;
  });
}

/** Answers of sessions ($2) of a study ($1) that this rule has not marked: what somebody took back stays taken back. */
const openAnswers = `FROM counted_response AS response
  WHERE response.study_id = $1 AND response.session_id = ANY ($2::uuid[]) AND NOT response.is_excluded
    AND response.id NOT IN (SELECT response_id FROM exclusion WHERE reason = 'missed-checks')`;

function concernedSessions(
  protocols: readonly Pick<Protocol, "steps">[],
  tries: readonly CheckTry[],
  missedChecks: number,
): string[] {
  const steps = protocols.flatMap(({ steps: all }) => all);
  const flagging = new Set(steps.filter((step) => missedRule(step)?.policy === "flag").map((step) => checkKey(step)));
  const misses = [...flaggedMisses(flagging, tries)];
  return misses.filter(([, count]) => count >= missedChecks).map(([session]) => session);
}

async function readProtocols(client: Pick<PoolClient, "query">, studyId: string): Promise<Protocol[]> {
  const { rows } = await client.query<{ document: unknown }>(
    "SELECT document FROM protocol_version WHERE study_id = $1 ORDER BY version",
    [studyId],
  );
  return rows.map(({ document }) => protocolSchema.parse(document));
}

async function readTries(client: Pick<PoolClient, "query">, studyId: string): Promise<CheckTry[]> {
  const { rows } = await client.query<{ session: string; key: string; verdict: Verdict }>(
    `SELECT session.id AS session, verdict.key, verdict.value AS verdict
     FROM session JOIN step_answer ON step_answer.session_id = session.id,
       LATERAL jsonb_each_text(step_answer.given) AS verdict
     WHERE session.study_id = $1 AND verdict.key LIKE 'check.%' ORDER BY session.id, step_answer.screen`,
    [studyId],
  );
  return rows;
}
