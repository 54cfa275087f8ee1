import type { PoolClient } from "pg";
import { missedRule, type Verdict } from "@/lib/domain/survey/check.ts";
import type { StudyChecks } from "@/lib/domain/survey/live/prepare-checks.ts";
import { type CheckTry, flaggedMisses, prepareChecks } from "@/lib/domain/survey/live/prepare-checks.ts";
import { type Protocol, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { countedWhere, neverMarkedWhere } from "../counting/counted-where.ts";
import { type Actor, requirePerson } from "../platform/access/access.ts";
import { recordAuditRaw } from "../platform/audit/record-audit-raw.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { withRawTx } from "../platform/database/with-raw-transaction.ts";
import { parsePlan } from "./freeze-protocol.ts";
import { lockStudy, studyWhere } from "./study-where.ts";

/** How people did at a study's checks, for those who may see it; null otherwise, and for a study without checks. */
export async function getStudyChecks(actor: Actor, address: string): Promise<StudyChecks | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true, plan: { select: { document: true } } },
  });
  if (!study) return null;
  const protocols = await readProtocols(pool(), study.id);
  const versions = [...protocols.values()];
  if (!versions.some(({ steps }) => steps.some(missedRule))) return null;
  const tries = await readTries(pool(), study.id);
  const missedChecks = parsePlan(study.plan?.document).exclusions.missedChecks ?? null;
  const concerned = missedChecks === null ? [] : concernedSessions(protocols, tries, missedChecks);
  const { rows } = await pool().query<{ n: number }>(`SELECT count(*)::int AS n ${openAnswers}`, [study.id, concerned]);
  return { checks: prepareChecks(versions, tries), missedChecks, people: concerned.length, answers: rows[0]?.n ?? 0 };
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
  WHERE response.study_id = $1 AND response.session_id = ANY ($2::uuid[])
    AND ${countedWhere({ surplus: true, excluded: false, openStratum: true }, "response")}
    AND ${neverMarkedWhere("missed-checks", "response")}`;

function concernedSessions(
  protocols: ReadonlyMap<string, Protocol>,
  tries: readonly SessionTry[],
  missedChecks: number,
): string[] {
  const misses = [...flaggedMisses(protocols, tries)];
  return misses.filter(([, count]) => count >= missedChecks).map(([session]) => session);
}

/** Every version of a study's protocol by its id, the newest last. */
async function readProtocols(
  client: Pick<PoolClient, "query">,
  studyId: string,
): Promise<ReadonlyMap<string, Protocol>> {
  const { rows } = await client.query<{ id: string; document: unknown }>(
    "SELECT id, document FROM protocol_version WHERE study_id = $1 ORDER BY version",
    [studyId],
  );
  return new Map(rows.map(({ id, document }) => [id, protocolSchema.parse(document)]));
}

/** A try with the version of the protocol that its session goes through. */
type SessionTry = CheckTry & { protocol: string };

async function readTries(client: Pick<PoolClient, "query">, studyId: string): Promise<SessionTry[]> {
  const { rows } = await client.query<{ session: string; protocol: string; key: string; verdict: Verdict }>(
    `SELECT session.id AS session, session.protocol_version_id AS protocol, verdict.key, verdict.value AS verdict
     FROM session JOIN step_answer ON step_answer.session_id = session.id,
       LATERAL jsonb_each_text(step_answer.given) AS verdict
     WHERE session.study_id = $1 AND verdict.key LIKE 'check.%' ORDER BY session.id, step_answer.screen`,
    [studyId],
  );
  return rows;
}
