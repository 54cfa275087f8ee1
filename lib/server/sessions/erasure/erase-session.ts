import type { PoolClient } from "pg";
import * as z from "zod";
import { appendErasures } from "../../backup/erasure-ledger.ts";
import { eraseAuditValues } from "../../platform/audit/chain/erase-audit-values.ts";
import { maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { environment } from "../../platform/environment.ts";
import { log } from "../../platform/log/log.ts";
import { forgetSubmissions } from "../../studies/flow/forgotten-submissions.ts";

const erasedAtRow = z.strictObject({ erased_at: z.date().nullable() });

/**
 * Removes a participant's answers, recruiter ID and network, whatever the outcome of the session. The rows remain as
 * tombstones with the hash of each revision, so that totals do not change and a data lock can be verified. Returns the
 * time of the erasure; null if the session was already erased. Must run in the caller's transaction after the
 * statements of a withdrawal, because a trigger first removes the answers from the counters.
 */
export async function eraseSession(client: PoolClient, sessionId: string): Promise<Date | null> {
  const row = await maybeRow(
    client,
    erasedAtRow,
    sql`
    UPDATE session SET erased_at = clock_timestamp(), network_hash = NULL, waiting_since = NULL, waiting_post = NULL
    WHERE id = ${sessionId} AND erased_at IS NULL RETURNING erased_at
  `,
  );
  if (!row) return null;
  await forgetSubmissions(client, [sessionId]);
  await client.query(sql`
    UPDATE refused_arrival AS refused SET external_id = NULL FROM entry_identity AS entry
    WHERE entry.session_id = ${sessionId} AND refused.study_id = entry.study_id AND refused.source = entry.source
      AND refused.external_id = entry.external_id
  `);
  await client.query(sql`DELETE FROM erasure_request WHERE session_id = ${sessionId}`);
  await withdrawReleasesWith(client, sessionId);
  // Results that were computed from individual answers are recomputed without these answers.
  await client.query(sql`
    DELETE FROM stored_result WHERE study_id IN (
      SELECT study.id FROM session JOIN study AS own ON own.id = session.study_id
      JOIN study ON study.benchmark_id = own.benchmark_id WHERE session.id = ${sessionId})
  `);
  await client.query(sql`
    WITH forgotten_answers AS (
      UPDATE step_answer SET given = '{}', sha256 = '' WHERE session_id = ${sessionId} AND key <> 'consent'
    ), forgotten_responses AS (
      UPDATE response SET answer = '{}', answer_key = NULL, sha256 = '', revision_salt = '' WHERE session_id = ${sessionId}
    ), forgotten_processes AS (
      UPDATE session_screen SET process = NULL WHERE session_id = ${sessionId}
    ), forgotten_flags AS (
      DELETE FROM response_flag USING response
      WHERE response.session_id = ${sessionId} AND response_flag.response_id = response.id
    ), forgotten_reviews AS (
      DELETE FROM cleaning_review USING response
      WHERE response.session_id = ${sessionId} AND cleaning_review.response_id = response.id
    ), forgotten_matches AS (
      DELETE FROM person_match WHERE session_id = ${sessionId}
    ), forgotten_annotations AS (
      DELETE FROM annotation_coded_answer WHERE session_id = ${sessionId}
    )
    UPDATE entry_identity SET parameters = '{}', external_id = 'erased:' || session_id, compared_id = NULL, folded_id = NULL
    WHERE session_id = ${sessionId}
  `);
  await eraseEventsAbout(client, sessionId);
  return row.erased_at;
}

/**
 * Withdraws the versions that were written after the session began, of its study and of the collections to which its
 * answers were added, and deletes their archives and results, and the stored archive of the project. Must run before
 * these answers are removed.
 */
async function withdrawReleasesWith(client: PoolClient, sessionId: string): Promise<void> {
  await client.query(sql`
    WITH withdrawn AS (
      UPDATE release SET withdrawn_at = clock_timestamp(), withdrawn_reason = ${erasedReason}, results = NULL
      FROM session WHERE session.id = ${sessionId} AND (release.study_id = session.study_id OR release.collection_id IN (
          SELECT item.collection_id FROM annotation_coded_answer AS answer
          JOIN annotation_item AS item ON item.id = answer.item_id WHERE answer.session_id = session.id))
        AND release.created_at >= session.started_at AND release.withdrawn_at IS NULL
      RETURNING release.id
    )
    DELETE FROM release_part USING withdrawn WHERE release_id = withdrawn.id
  `);
  // A stored project archive has the field of its ID in the payload of the job that wrote it.
  await client.query(sql`
    DELETE FROM upload_part USING job, study, session
    WHERE session.id = ${sessionId} AND study.id = session.study_id AND job.project_id = study.project_id
      AND upload_id::text = payload ->> 'archive'
  `);
}

const erasedReason = "The data of a participant were erased. A new version does not contain them.";

const sessionEventsRow = z.strictObject({ project_id: z.string(), responses: z.array(z.string()) });

/** Erases researchers' notes about a session or its answers; exclusions and the record of the notes are kept. */
async function eraseEventsAbout(client: PoolClient, sessionId: string): Promise<void> {
  const { project_id: projectId, responses } = await oneRow(
    client,
    sessionEventsRow,
    sql`SELECT study.project_id, ARRAY(SELECT id::text FROM response WHERE session_id = session.id) AS responses
        FROM session JOIN study ON study.id = session.study_id WHERE session.id = ${sessionId}`,
  );
  await client.query(sql`
    UPDATE exclusion SET note = CASE actor WHEN 'person' THEN '' ELSE note END, revoke_reason = ''
    WHERE response_id = ANY (${responses}::uuid[])
  `);
  await eraseAuditValues(client, { subjectType: "session", subjectIds: [sessionId], projectId });
  await eraseAuditValues(client, { subjectType: "response", subjectIds: responses, projectId });
}

/**
 * Writes a committed erasure to the ledger outside the database. If this fails, the session is still marked as erased,
 * and `addMissingErasures` adds it at the next start.
 */
export async function recordErasure(sessionId: string, erasedAt: Date): Promise<void> {
  const file = environment().erasureLedger;
  if (file === null) return;
  await appendErasures(file, [{ sessionId, erasedAt }]).catch((error: Error) =>
    log("error", "An erasure could not be written to the ledger; the next start will retry.", {
      reason: error.message,
    }),
  );
}
