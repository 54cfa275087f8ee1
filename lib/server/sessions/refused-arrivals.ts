import * as z from "zod";
import type { ArrivalRefusal } from "@/lib/domain/survey/arrival-rules.ts";
import type { Entry } from "@/lib/domain/survey/entry.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { eraseUnmatchedSubmissions, forgetSubmissions } from "../studies/flow/forgotten-submissions.ts";

/** Maximum number of stored arrivals, so that a flood of arrivals does not fill the disk. */
const maxStoredArrivals = 1_000;

/** Maximum number of sessions per transaction; the next call handles the rest. */
const maxErasedPerTransaction = 5_000;

/** Records a refused arrival, separate from all sessions, for the study's researchers. */
export async function recordRefusedArrival(
  studyId: string,
  reason: ArrivalRefusal,
  entry: Entry | null,
): Promise<void> {
  await pool().query(sql`
    INSERT INTO refused_arrival (study_id, reason, source, external_id)
    SELECT ${studyId}, ${reason}, ${entry?.source ?? "anonymous"}, ${entry?.externalId ?? null}
    WHERE (SELECT count(*) FROM (SELECT 1 FROM refused_arrival WHERE study_id = ${studyId} LIMIT ${maxStoredArrivals}) AS kept) < ${maxStoredArrivals}
  `);
}

const idRow = z.strictObject({ id: z.string() });

/**
 * Deletes the IDs of people who did not take part: people who were screened out, over quota or declined, people who
 * left before they had a slot, refused arrivals, and people who are known only from a recruiter. The rows are kept for
 * the counts. Returns the number of deleted IDs.
 */
export async function forgetNonParticipants(afterDays: number): Promise<number> {
  const endedCount = await withTx(async (client) => {
    const rows = await manyRows(
      client,
      idRow,
      sql`
      SELECT session.id FROM entry_identity JOIN session ON session.id = entry_identity.session_id
      WHERE entry_identity.external_id NOT IN ('forgotten:' || session.id, 'erased:' || session.id)
        AND (session.outcome IN ('screened-out', 'over-quota', 'no-consent')
          OR (session.slot_id IS NULL AND (session.outcome IS NULL OR session.outcome = 'withdrawn')))
        AND session.last_seen_at < clock_timestamp() - ${afterDays}::int * interval '1 day'
      LIMIT ${maxErasedPerTransaction} FOR UPDATE OF entry_identity
    `,
    );
    const ids = rows.map((row) => row.id);
    await forgetSubmissions(client, ids);
    return rowCountOf(
      client,
      sql`
        UPDATE entry_identity
        SET external_id = 'forgotten:' || session_id, parameters = '{}', compared_id = NULL, folded_id = NULL
        WHERE session_id = ANY (${ids}::uuid[])
      `,
    );
  });
  const unmatchedCount = await forgetPeopleWithoutSession(afterDays);
  const refusedCount = await rowCountOf(
    pool(),
    sql`
    UPDATE refused_arrival SET external_id = NULL
    WHERE external_id IS NOT NULL AND at < clock_timestamp() - ${afterDays}::int * interval '1 day'
  `,
  );
  return endedCount + unmatchedCount + refusedCount;
}

const unmatchedPersonRow = z.strictObject({
  projectId: z.string(),
  source: z.string(),
  submission: z.string(),
  people: json<Parameters<typeof eraseUnmatchedSubmissions>[1][number]["people"]>(),
});

/**
 * Deletes the IDs of people without a session. A submission's ID is deleted in all its reports at once, so that it
 * remains one line of the ledger.
 */
async function forgetPeopleWithoutSession(afterDays: number): Promise<number> {
  return withTx(async (client) => {
    const rows = await manyRows(
      client,
      unmatchedPersonRow,
      sql`
      SELECT project_id AS "projectId", source, submission,
        json_agg(DISTINCT jsonb_build_object('studyId', study_id, 'person', person)) AS people
      FROM recruiter_event AS event
      WHERE person IS NOT NULL AND received_at < clock_timestamp() - ${afterDays}::int * interval '1 day'
        AND NOT EXISTS (
          SELECT 1 FROM entry_identity
          WHERE entry_identity.source = 'prolific' AND event.source = 'prolific'
            AND entry_identity.parameters ->> 'SESSION_ID' = event.submission)
        AND NOT EXISTS (
          SELECT 1 FROM entry_identity
          WHERE entry_identity.study_id = event.study_id AND entry_identity.source = event.source
            AND entry_identity.external_id = event.person)
      GROUP BY project_id, source, submission LIMIT ${maxErasedPerTransaction}
    `,
    );
    return eraseUnmatchedSubmissions(client, rows);
  });
}
