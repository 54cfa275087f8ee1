import type { PoolClient } from "pg";
import * as z from "zod";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import type { Ledger, LedgerEvent, LedgerSession } from "@/lib/domain/survey/recruiters/ledger.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { manyRows, oneRow } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import type { LedgerStudy } from "./ledger-study.ts";
import { eventRow, toLedgerEvent } from "./release-returned.ts";

// The two sides of a ledger as rows: Parallax's sessions and the recruiter's reports.

export interface StoredLedgerSession extends LedgerSession {
  startedAt: Date;
  endedAt: Date | null;
  paidAt: Date | null;
  isErased: boolean;
}

/** A report of a recruiter; `event` is null if this version does not know the status. */
export interface ReportedEvent {
  event: LedgerEvent | null;
  origin: string;
  receivedAt: Date;
}

/** Every session of a study's recruiter in the order of their start, in chunks. */
export async function* readSessions(client: PoolClient, ledger: LedgerStudy): AsyncGenerator<StoredLedgerSession> {
  await expectAllRows(client);
  const statement = sql`${selectSessions(ledger)} ORDER BY session.started_at, session.id`;
  for await (const row of readCursor(client, sessionRow, statement)) yield toSession(row);
}

/** All reports about a study, in chunks. */
export async function* readEvents(client: PoolClient, ledger: LedgerStudy): AsyncGenerator<ReportedEvent> {
  await expectAllRows(client);
  for await (const row of readCursor(client, receivedRow, selectEvents(ledger)))
    yield { event: toLedgerEvent(row)[0] ?? null, origin: row.origin, receivedAt: row.received_at };
}

/**
 * Sets the planner to expect that all rows are read. A newly filled table has no statistics yet, so the planner could
 * choose a join that compares every event with every session.
 */
async function expectAllRows(client: PoolClient): Promise<void> {
  await client.query("SET LOCAL cursor_tuple_fraction = 1");
  await client.query("SET LOCAL enable_nestloop = off");
}

const countRow = z.strictObject({ count: z.number() });

/** The number of sessions without a link of the recruiter. */
export async function countOtherSessions(
  client: PoolClient,
  { study, source }: LedgerStudy,
): Promise<Ledger["otherSessions"]> {
  const { count } = await oneRow(
    client,
    countRow,
    sql`SELECT count(*)::int AS count FROM session LEFT JOIN entry_identity ON entry_identity.session_id = session.id
     WHERE session.study_id = ${study.id} AND entry_identity.source IS DISTINCT FROM ${source}`,
  );
  return count;
}

/** Selected sessions, and all reports about their submissions and about the submissions of selected events. */
export async function readNamedSessionsAndEvents(
  client: PoolClient,
  ledger: LedgerStudy,
  named: { sessions: readonly string[]; events: readonly string[] },
): Promise<{ sessions: StoredLedgerSession[]; events: LedgerEvent[] }> {
  const { study, source } = ledger;
  const rows = await manyRows(
    client,
    sessionRow,
    sql`${selectSessions(ledger)} AND session.id = ANY (${named.sessions}::uuid[])`,
  );
  const sessions = rows.map(toSession);
  const events = await manyRows(
    client,
    receivedRow,
    // Looks up one submission at a time, so that the planner cannot choose to read all events.
    sql`SELECT said.event_id, said.submission, said.person, said.status, said.code, said.happened_at, said.origin,
     said.received_at
     FROM (
       SELECT unnest(${sessions.flatMap(({ submission }) => submission ?? [])}::text[]) AS submission UNION
       SELECT submission FROM recruiter_event WHERE project_id = ${study.projectId} AND source = ${source}
       AND event_id = ANY (${named.events}::text[])
     ) AS named CROSS JOIN LATERAL (
       SELECT * FROM recruiter_event AS event WHERE event.project_id = ${study.projectId} AND event.source = ${source}
         AND event.submission = named.submission AND (event.study_id IS NULL OR event.study_id = ${study.id}) OFFSET 0
     ) AS said ORDER BY said.happened_at, said.event_id`,
  );
  return { sessions, events: events.flatMap(toLedgerEvent) };
}

const receivedRow = z.strictObject({ ...eventRow.shape, origin: z.string(), received_at: z.date() });

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

/**
 * The IDs of erased and forgotten people are removed; the recruiter's reports about them are listed under the session.
 */
const selectSessions = ({ study, source }: LedgerStudy) => fragment`
  SELECT session.id, session.outcome::text AS outcome, session.started_at, session.ended_at, session_payment.paid_at,
    entry_identity.external_id,
    coalesce(entry_identity.parameters ->> 'SESSION_ID', entry_identity.parameters ->> 'assignmentId') AS submission,
    coalesce(nullif(protocol_version.document #>> ARRAY['ends', session.outcome::text, 'code'], ''),
      CASE WHEN session.outcome = 'complete' THEN session.completion_code END) AS code
  FROM session
  JOIN entry_identity ON entry_identity.session_id = session.id
  JOIN protocol_version ON protocol_version.id = session.protocol_version_id
  LEFT JOIN session_payment ON session_payment.session_id = session.id
  WHERE session.study_id = ${study.id} AND entry_identity.source = ${source}`;

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
 * Reports about this study: from files imported for it, and from webhooks about its sessions. A webhook does not name
 * the study, so a report about an unknown submission is shown for every study of the recruiter.
 */
const selectEvents = ({ study, source }: LedgerStudy) => sql`
  WITH mine AS MATERIALIZED (
    SELECT coalesce(parameters ->> 'SESSION_ID', parameters ->> 'assignmentId') AS submission
    FROM entry_identity WHERE study_id = ${study.id} AND source = ${source}
    UNION SELECT 'erased:' || session_id FROM entry_identity WHERE study_id = ${study.id} AND source = ${source}
  ), begun AS MATERIALIZED (
    SELECT DISTINCT parameters ->> 'SESSION_ID' AS submission
    FROM entry_identity JOIN study ON study.id = entry_identity.study_id
    WHERE study.project_id = ${study.projectId} AND entry_identity.source = ${source} AND parameters ? 'SESSION_ID'
  ), said AS (
    SELECT recruiter_event.* FROM recruiter_event WHERE project_id = ${study.projectId} AND source = ${source} AND study_id = ${study.id}
    UNION ALL
    SELECT recruiter_event.* FROM recruiter_event JOIN mine USING (submission)
    WHERE project_id = ${study.projectId} AND source = ${source} AND study_id IS NULL
    UNION ALL
    SELECT recruiter_event.* FROM recruiter_event LEFT JOIN begun USING (submission)
    WHERE project_id = ${study.projectId} AND source = ${source} AND study_id IS NULL AND begun.submission IS NULL
      AND submission NOT LIKE 'erased:%' AND submission NOT LIKE 'forgotten:%'
  )
  SELECT event_id, submission, person, status, code, happened_at, origin, received_at FROM said
  ORDER BY happened_at, event_id`;
