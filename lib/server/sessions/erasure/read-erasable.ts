import * as z from "zod";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import type { ErasableSession } from "@/lib/domain/survey/studies/erasable-session.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const foundRow = z.strictObject({
  id: z.string(),
  project_id: z.string(),
  project: z.string(),
  study_id: z.string(),
  study: z.string(),
  started_at: z.date(),
  outcome: z.enum(outcomes).nullable(),
  erased_at: z.date().nullable(),
  is_locked: z.boolean(),
  needs_confirmation: z.boolean(),
  requested_at: z.date().nullable(),
  responses: z.number(),
  forms: z.number(),
  ids: z.number(),
  reports: z.number(),
  refusals: z.number(),
  notes: z.number(),
});

/**
 * Sessions with the number of values that an erasure removes, newest first. The caller must check the right to erase
 * them.
 */
export async function readErasable(sessionIds: readonly string[]): Promise<ErasableSession[]> {
  const rows = await manyRows(
    pool(),
    foundRow,
    sql`
    SELECT session.id, project.id AS project_id, project.name AS project, study.id AS study_id, study.name AS study,
      session.started_at, session.outcome::text AS outcome, session.erased_at, study.locked_at IS NOT NULL AS is_locked,
      project.erasure_needs_confirmation AS needs_confirmation, request.requested_at,
      (SELECT count(*)::int FROM response WHERE session_id = session.id AND answer <> '{}') AS responses,
      (SELECT count(*)::int FROM step_answer WHERE session_id = session.id AND key <> 'consent' AND given <> '{}') AS forms,
      CASE WHEN entry.external_id NOT IN ('erased:' || session.id, 'forgotten:' || session.id) THEN 1 ELSE 0 END AS ids,
      (SELECT count(*)::int FROM recruiter_event AS event
        WHERE event.project_id = study.project_id AND event.source = entry.source
          AND (event.submission IN (entry.parameters ->> 'SESSION_ID', entry.parameters ->> 'assignmentId')
            OR (event.study_id = study.id AND event.person = entry.external_id))) AS reports,
      (SELECT count(*)::int FROM refused_arrival AS refused
        WHERE refused.study_id = study.id AND refused.source = entry.source
          AND refused.external_id = entry.external_id) AS refusals,
      (SELECT count(*)::int FROM audit_event
        WHERE (before IS NOT NULL OR after IS NOT NULL OR reason IS NOT NULL)
          AND ((subject_type = 'session' AND subject_id = session.id::text)
            OR (subject_type = 'response' AND subject_id IN (
              SELECT response.id::text FROM response WHERE response.session_id = session.id)))) AS notes
    FROM session JOIN study ON study.id = session.study_id JOIN project ON project.id = study.project_id
    LEFT JOIN erasure_request AS request ON request.session_id = session.id
    LEFT JOIN entry_identity AS entry ON entry.session_id = session.id
    WHERE session.id = ANY (${sessionIds}::uuid[]) ORDER BY session.started_at DESC, session.id
  `,
  );
  return rows.map(({ responses, forms, ids, reports, refusals, notes, ...row }) => ({
    id: row.id,
    projectId: row.project_id,
    project: row.project,
    study: { id: row.study_id, name: row.study },
    startedAt: row.started_at,
    outcome: row.outcome,
    erasedAt: row.erased_at,
    isLocked: row.is_locked,
    needsConfirmation: row.needs_confirmation,
    requestedAt: row.requested_at,
    values: { responses, forms, ids, reports, refusals, notes },
  }));
}
