import { setImmediate as otherWork } from "node:timers/promises";
import type { PoolClient } from "pg";
import { z } from "zod";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import type { Ledger, ShownLedgerLine } from "@/lib/domain/survey/recruiters/ledger.ts";
import {
  isDifference,
  type LedgerEvent,
  type LedgerLine,
  type LedgerSession,
  type LedgerVerdict,
  ledgerVerdicts,
  reconcileInSteps,
} from "@/lib/domain/survey/recruiters/ledger.ts";
import type { Actor } from "../platform/access/access.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { oneRow } from "../platform/database/rows.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { type LedgerStudy, requireLedgerStudy } from "./ledger-study.ts";
import { toLedgerEvent } from "./release-returned.ts";

/** Which lines are shown: all, those that somebody has to look at, or those of one verdict. */
export const ledgerFilterSchema = z.object({
  show: z.enum(["all", "differences", ...ledgerVerdicts]).catch("all"),
  /** How many lines before the first one shown. */
  from: z.coerce.number().int().min(0).max(10_000_000).catch(0),
});
export type LedgerFilter = z.infer<typeof ledgerFilterSchema>;

/** Lines of one page. */
export const linesPerPage = 100;

/** A study's ledger, differences first; the lines of one page and the counts of all. */
export async function readLedger(actor: Actor, address: string, filter: LedgerFilter): Promise<Ledger> {
  const ledger = await requireLedgerStudy(actor, address);
  return withSnapshot(async (client) => {
    const { sessions, events, heard, otherSessions } = await readSides(client, ledger);
    const counts = Object.fromEntries(ledgerVerdicts.map((verdict) => [verdict, 0])) as Record<LedgerVerdict, number>;
    const kept = new Map<LedgerVerdict, LedgerLine[]>();
    const isWanted = wantedBy(filter.show);
    for await (const line of linesOf(sessions, events)) {
      counts[line.verdict] += 1;
      // What can only stand behind the page is counted and not kept.
      if (isWanted(line.verdict)) keepIn(kept, line, filter.from + linesPerPage);
    }
    const wanted = ledgerVerdicts.filter(isWanted);
    const lines = wanted.flatMap((verdict) => kept.get(verdict) ?? []).slice(filter.from, filter.from + linesPerPage);
    return {
      recruiter: ledger.recruiter,
      counts,
      lines: lines.map((line) => withOurSide(line, sessions)),
      matching: wanted.reduce((sum, verdict) => sum + counts[verdict], 0),
      otherSessions,
      heard,
    };
  });
}

/** All lines of a study's ledger that the filter lets through, for a file. */
export async function* allLedgerLines(
  client: PoolClient,
  ledger: LedgerStudy,
  show: LedgerFilter["show"],
): AsyncGenerator<ShownLedgerLine> {
  const { sessions, events } = await readSides(client, ledger);
  const isWanted = wantedBy(show);
  const kept = new Map<LedgerVerdict, LedgerLine[]>();
  for await (const line of linesOf(sessions, events)) if (isWanted(line.verdict)) keepIn(kept, line, Infinity);
  for (const verdict of ledgerVerdicts) {
    for (const line of kept.get(verdict) ?? []) yield withOurSide(line, sessions);
  }
}

function keepIn(kept: Map<LedgerVerdict, LedgerLine[]>, line: LedgerLine, most: number): void {
  const list = kept.get(line.verdict);
  if (!list) kept.set(line.verdict, [line]);
  else if (list.length < most) list.push(line);
}

function wantedBy(show: LedgerFilter["show"]): (verdict: LedgerVerdict) => boolean {
  if (show === "all") return () => true;
  return show === "differences" ? isDifference : (verdict) => verdict === show;
}

/** Milliseconds after which other work of the process gets a turn. */
const turnMs = 10;

async function* linesOf(
  sessions: ReadonlyMap<string, StoredLedgerSession>,
  events: readonly LedgerEvent[],
): AsyncGenerator<LedgerLine> {
  let since = performance.now();
  for (const line of reconcileInSteps([...sessions.values()], events)) {
    if (line) yield line;
    if (performance.now() - since < turnMs) continue;
    await otherWork();
    since = performance.now();
  }
}

function withOurSide(line: LedgerLine, sessions: ReadonlyMap<string, StoredLedgerSession>): ShownLedgerLine {
  const session = line.sessionId === null ? undefined : sessions.get(line.sessionId);
  return {
    ...line,
    startedAt: session?.startedAt ?? null,
    endedAt: session?.endedAt ?? null,
    paidAt: session?.paidAt ?? null,
    isErased: session?.isErased ?? false,
  };
}

interface StoredLedgerSession extends LedgerSession {
  startedAt: Date;
  endedAt: Date | null;
  paidAt: Date | null;
  isErased: boolean;
}

const sideRow = z.strictObject({
  event_id: z.string(),
  submission: z.string(),
  person: z.string().nullable(),
  status: z.string(),
  code: z.string().nullable(),
  happened_at: z.date(),
  origin: z.string(),
  received_at: z.date(),
});

const readSidesRow = z.strictObject({ count: z.number() });

async function readSides(client: PoolClient, { study, source }: LedgerStudy) {
  // All rows of both sides are read. A table that has just been filled has no statistics yet, and by them a join looks
  // cheap that compares every event with every session.
  await client.query("SET LOCAL cursor_tuple_fraction = 1");
  await client.query("SET LOCAL enable_nestloop = off");
  const sessions = new Map<string, StoredLedgerSession>();
  for await (const row of readCursor(client, sessionRow, sessionSql, [study.id, source])) {
    sessions.set(row.id, toSession(row));
  }
  const events: LedgerEvent[] = [];
  const heard: Ledger["heard"] = { webhooks: 0, files: 0, lastAt: null };
  for await (const row of readCursor(client, sideRow, eventSql, [study.projectId, source, study.id])) {
    events.push(...toLedgerEvent(row));
    heard[row.origin === "file" ? "files" : "webhooks"] += 1;
    if (heard.lastAt === null || row.received_at > heard.lastAt) heard.lastAt = row.received_at;
  }
  const found = await oneRow(
    client,
    readSidesRow,
    `SELECT count(*)::int AS count FROM session LEFT JOIN entry_identity ON entry_identity.session_id = session.id
     WHERE session.study_id = $1 AND entry_identity.source IS DISTINCT FROM $2`,
    [study.id, source],
  );
  return { sessions, events, heard, otherSessions: found.count as number };
}

const sessionRow = z.strictObject({
  id: z.string(),
  outcome: z.enum(outcomes).nullable(),
  started_at: z.date(),
  ended_at: z.date().nullable(),
  paid_at: z.date().nullable(),
  external_id: z.string(),
  submission: z.string().nullable(),
  code: z.string().nullable(),
});

type SessionRow = z.infer<typeof sessionRow>;

/** The numbers of erased and forgotten people are gone; what recruiters said of them stands under the session. */
const sessionSql = `
  SELECT session.id, session.outcome::text AS outcome, session.started_at, session.ended_at, session_payment.paid_at,
    entry_identity.external_id,
    coalesce(entry_identity.parameters ->> 'SESSION_ID', entry_identity.parameters ->> 'assignmentId') AS submission,
    coalesce(nullif(protocol_version.document #>> ARRAY['ends', session.outcome::text, 'code'], ''),
      CASE WHEN session.outcome = 'complete' THEN session.completion_code END) AS code
  FROM session
  JOIN entry_identity ON entry_identity.session_id = session.id
  JOIN protocol_version ON protocol_version.id = session.protocol_version_id
  LEFT JOIN session_payment ON session_payment.session_id = session.id
  WHERE session.study_id = $1 AND entry_identity.source = $2
  ORDER BY session.started_at, session.id`;

function toSession(row: SessionRow): StoredLedgerSession {
  const isErased = row.external_id === `erased:${row.id}` || row.external_id === `forgotten:${row.id}`;
  return {
    sessionId: row.id,
    submission: isErased ? `erased:${row.id}` : row.submission,
    person: isErased ? null : row.external_id,
    outcome: row.outcome,
    code: isErased ? null : row.code,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    paidAt: row.paid_at,
    isErased,
  };
}

/**
 * What was said about this study: in files given for it, and by webhooks about its sessions. A webhook does not say the
 * study, so one about a submission that no session of the project has is shown with every study of the recruiter.
 */
const eventSql = `
  WITH mine AS MATERIALIZED (
    SELECT coalesce(parameters ->> 'SESSION_ID', parameters ->> 'assignmentId') AS submission
    FROM entry_identity WHERE study_id = $3 AND source = $2
    UNION SELECT 'erased:' || session_id FROM entry_identity WHERE study_id = $3 AND source = $2
  ), begun AS MATERIALIZED (
    SELECT DISTINCT parameters ->> 'SESSION_ID' AS submission
    FROM entry_identity JOIN study ON study.id = entry_identity.study_id
    WHERE study.project_id = $1 AND entry_identity.source = $2 AND parameters ? 'SESSION_ID'
  ), said AS (
    SELECT recruiter_event.* FROM recruiter_event WHERE project_id = $1 AND source = $2 AND study_id = $3
    UNION ALL
    SELECT recruiter_event.* FROM recruiter_event JOIN mine USING (submission)
    WHERE project_id = $1 AND source = $2 AND study_id IS NULL
    UNION ALL
    SELECT recruiter_event.* FROM recruiter_event LEFT JOIN begun USING (submission)
    WHERE project_id = $1 AND source = $2 AND study_id IS NULL AND begun.submission IS NULL
      AND submission NOT LIKE 'erased:%' AND submission NOT LIKE 'forgotten:%'
  )
  SELECT event_id, submission, person, status, code, happened_at, origin, received_at FROM said
  ORDER BY happened_at, event_id`;
