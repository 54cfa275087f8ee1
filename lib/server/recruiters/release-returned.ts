import type { ClientBase } from "pg";
import * as z from "zod";
import { isReturnedOrTimedOut, type LedgerEvent, latestEvents } from "@/lib/domain/survey/recruiters/ledger.ts";
import { readStatus } from "@/lib/domain/survey/recruiters/prolific.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { endLeases } from "../studies/run/end-leases.ts";

/** The part of a stored event that the ledger reads. */
export const eventRow = z.strictObject({
  event_id: z.string(),
  submission: z.string(),
  person: z.string().nullable(),
  status: z.string(),
  code: z.string().nullable(),
  happened_at: z.date(),
});

const idRow = z.strictObject({ id: z.string() });

/**
 * Ends the slot leases of running sessions whose latest recruiter event is a return or a timeout, independent of the
 * order in which events arrive. If a participant finishes anyway, the session fills its slot, or is surplus if someone
 * else has claimed the slot.
 *
 * @param studyId the study of an imported file; null for a webhook, which does not name the study
 */
export async function releaseReturned(
  client: ClientBase,
  projectId: string,
  source: string,
  submissions: readonly string[],
  studyId: string | null,
): Promise<void> {
  if (submissions.length === 0) return;
  const events = await manyRows(
    client,
    eventRow,
    sql`
    SELECT event_id, submission, person, status, code, happened_at FROM recruiter_event
    WHERE project_id = ${projectId} AND source = ${source} AND submission = ANY (${submissions}::text[])
      AND (${studyId}::uuid IS NULL OR study_id IS NULL OR study_id = ${studyId})
  `,
  );
  const returnedEvents = [...latestEvents(events.flatMap(toLedgerEvent)).values()].filter(({ status }) =>
    isReturnedOrTimedOut(status),
  );
  const rows = await manyRows(
    client,
    idRow,
    sql`
    SELECT session.id FROM session
    JOIN entry_identity ON entry_identity.session_id = session.id
    JOIN study ON study.id = session.study_id
    WHERE session.outcome IS NULL AND study.project_id = ${projectId} AND entry_identity.source = ${source}
      AND (coalesce(entry_identity.parameters ->> 'SESSION_ID', entry_identity.parameters ->> 'assignmentId')
          = ANY (${returnedEvents.map(({ submission }) => submission)}::text[])
        OR (entry_identity.study_id = ${studyId}::uuid
          AND NOT entry_identity.parameters ?| ARRAY['SESSION_ID', 'assignmentId']
          AND entry_identity.external_id = ANY (${returnedEvents.flatMap(({ person }) => person ?? [])}::text[])))
  `,
  );
  await endLeases(
    client,
    rows.map((row) => row.id),
  );
}

/** A stored event in the form of the ledger; undefined for a status that this version does not know. */
export function toLedgerEvent(row: z.infer<typeof eventRow>): LedgerEvent[] {
  const status = readStatus(row.status);
  if (!status) return [];
  const { event_id: id, submission, person, code, happened_at: at } = row;
  return [{ id, submission, person, status, code, at }];
}
