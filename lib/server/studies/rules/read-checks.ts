import type { PoolClient } from "pg";
import * as z from "zod";
import { type CheckFigures, countChecks, type SessionTry } from "@/lib/domain/survey/live/prepare-checks.ts";
import { type Protocol, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json, manyRows, text } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * Results of a study's checks, and the sessions that failed as many checks as the rule allows; no sessions if there is
 * no rule. One person's attempts are in memory at a time.
 *
 * @param sessionId null for all sessions
 */
export async function readChecks(
  client: PoolClient,
  studyId: string,
  missedChecks: number | null,
  { sessionId = null, read }: { sessionId?: string | null; read?: (people: number) => Promise<void> } = {},
): Promise<{ checks: CheckFigures[]; concerned: string[] }> {
  const counter = countChecks(await readProtocols(client, studyId));
  const concerned: string[] = [];
  let people = 0;
  for await (const tries of readPeople(client, studyId, sessionId)) {
    const missed = counter.add(tries);
    if (missedChecks !== null && missed >= missedChecks) concerned.push(tries[0]!.session);
    people += 1;
    if (people % 1_000 === 0) await read?.(people);
  }
  return { checks: counter.figures(), concerned };
}

const tryRow = z.strictObject({
  session: z.string(),
  protocol: z.string(),
  key: z.string(),
  verdict: text<SessionTry["verdict"]>(),
}) satisfies z.ZodType<SessionTry>;

async function* readPeople(
  client: PoolClient,
  studyId: string,
  sessionId: string | null,
): AsyncGenerator<SessionTry[]> {
  const rows = readCursor(
    client,
    tryRow,
    sql`SELECT session.id AS session, session.protocol_version_id AS protocol, verdict.key, verdict.value AS verdict
     FROM session JOIN step_answer ON step_answer.session_id = session.id,
       LATERAL jsonb_each_text(step_answer.given) AS verdict
     WHERE session.study_id = ${studyId} AND (${sessionId}::uuid IS NULL OR session.id = ${sessionId})
     AND verdict.key LIKE 'check.%' ORDER BY session.id, step_answer.screen`,
  );
  let tries: SessionTry[] = [];
  for await (const row of rows) {
    if (tries.length > 0 && tries[0]!.session !== row.session) {
      yield tries;
      tries = [];
    }
    tries.push(row);
  }
  if (tries.length > 0) yield tries;
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
