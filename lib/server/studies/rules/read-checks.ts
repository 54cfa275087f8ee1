import type { PoolClient } from "pg";
import * as z from "zod";
import { type CheckFigures, countChecks, type SessionCheckAttempt } from "@/lib/domain/survey/live/prepare-checks.ts";
import { type Protocol, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json, manyRows, text } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * The results of a study's checks, and the sessions whose number of failed checks reaches the limit of the rule; no
 * sessions without a rule. Only one person's attempts are in memory at a time.
 *
 * @param sessionId null for all sessions
 * @param lockedAt when the data were first locked; people who arrived later are then counted separately
 */
export async function readChecks(
  client: PoolClient,
  studyId: string,
  missedChecks: number | null,
  {
    sessionId = null,
    lockedAt = null,
    read,
  }: { sessionId?: string | null; lockedAt?: Date | null; read?: (people: number) => Promise<void> } = {},
): Promise<{ checks: CheckFigures[]; later: CheckFigures[] | null; concerned: string[] }> {
  const protocols = await readProtocols(client, studyId);
  const [counter, laterCounter] = [countChecks(protocols), countChecks(protocols)];
  let hasLater = false;
  const failedSessions: string[] = [];
  let people = 0;
  for await (const tries of readPeople(client, studyId, sessionId, lockedAt)) {
    const { isLater } = tries[0]!;
    hasLater ||= isLater;
    const missed = (isLater ? laterCounter : counter).add(tries);
    if (missedChecks !== null && missed >= missedChecks) failedSessions.push(tries[0]!.session);
    people += 1;
    if (people % 1_000 === 0) await read?.(people);
  }
  return { checks: counter.figures(), later: hasLater ? laterCounter.figures() : null, concerned: failedSessions };
}

const attemptRow = z.strictObject({
  session: z.string(),
  protocol: z.string(),
  key: z.string(),
  verdict: text<SessionCheckAttempt["verdict"]>(),
  isLater: z.boolean(),
}) satisfies z.ZodType<SessionCheckAttempt>;
type AttemptRow = z.infer<typeof attemptRow>;

async function* readPeople(
  client: PoolClient,
  studyId: string,
  sessionId: string | null,
  lockedAt: Date | null,
): AsyncGenerator<AttemptRow[]> {
  const rows = readCursor(
    client,
    attemptRow,
    sql`SELECT session.id AS session, session.protocol_version_id AS protocol, verdict.key, verdict.value AS verdict,
       coalesce(session.stage = 'main' AND session.started_at > ${lockedAt}, false) AS "isLater"
     FROM session JOIN step_answer ON step_answer.session_id = session.id,
       LATERAL jsonb_each_text(step_answer.given) AS verdict
     WHERE session.study_id = ${studyId} AND (${sessionId}::uuid IS NULL OR session.id = ${sessionId})
     AND verdict.key LIKE 'check.%' ORDER BY session.id, step_answer.screen`,
  );
  let attempts: AttemptRow[] = [];
  for await (const row of rows) {
    if (attempts.length > 0 && attempts[0]!.session !== row.session) {
      yield attempts;
      attempts = [];
    }
    attempts.push(row);
  }
  if (attempts.length > 0) yield attempts;
}

const protocolRow = z.strictObject({ id: z.string(), document: json() });

/** All versions of a study's protocol by ID, the newest last. */
export async function readProtocols(
  client: Pick<PoolClient, "query">,
  studyId: string,
): Promise<ReadonlyMap<string, Protocol>> {
  const rows = await manyRows(
    client,
    protocolRow,
    sql`SELECT id, document FROM protocol_version WHERE study_id = ${studyId} ORDER BY version`,
  );
  return new Map(rows.map(({ id, document }) => [id, protocolSchema.parse(document)]));
}
