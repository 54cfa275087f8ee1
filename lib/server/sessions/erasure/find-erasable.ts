import * as z from "zod";
import { comparableId } from "@/lib/domain/survey/arrival-rules.ts";
import { entrySources } from "@/lib/domain/survey/entry.ts";
import { parseErasureQuery } from "@/lib/domain/survey/erasure-query.ts";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import type { ErasableSession } from "@/lib/domain/survey/studies/erasable-session.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notThere } from "../../platform/errors/app-error.ts";
import { recordIdentityView } from "../../studies/responses/record-identity-view.ts";
import { hashToken } from "../session-token.ts";

/** Maximum number of sessions that a search returns: a person has one session per study, or a few without an ID. */
const mostFound = 100;

const idRow = z.strictObject({ id: z.string() });

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
  responses: z.number(),
  forms: z.number(),
  ids: z.number(),
  reports: z.number(),
  refusals: z.number(),
  notes: z.number(),
});

/**
 * The sessions of a person by completion code, private link, recruiter's link or recruiter's ID, newest first, in the
 * projects in which the user may erase. Each found session is recorded in the audit log.
 *
 * @param written what the person or the recruiter sent (`parseErasureQuery`)
 * @param projectId only in this project; null for all of the user's
 * @throws AppError `not-found` for users who may erase nowhere, or not in the project
 */
export async function findErasable(
  actor: Actor,
  written: string,
  projectId: string | null,
): Promise<ErasableSession[]> {
  if (projectScope(actor, "identities.erase")?.length === 0) throw notThere();
  if (projectId !== null) requireRight(actor, "identities.erase", projectId);
  const sessions = await findSessions(actor, written, projectId);
  if (sessions.length === 0) return [];
  const rows = await manyRows(
    pool(),
    foundRow,
    sql`
    SELECT session.id, project.id AS project_id, project.name AS project, study.id AS study_id, study.name AS study,
      session.started_at, session.outcome::text AS outcome, session.erased_at, study.locked_at IS NOT NULL AS is_locked,
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
    LEFT JOIN entry_identity AS entry ON entry.session_id = session.id
    WHERE session.id = ANY (${sessions}::uuid[]) ORDER BY session.started_at DESC, session.id
  `,
  );
  for (const row of rows)
    await recordIdentityView(actor, { id: row.study_id, projectId: row.project_id }, "erasure-search", row.id);
  return rows.map(({ responses, forms, ids, reports, refusals, notes, ...row }) => ({
    id: row.id,
    project: row.project,
    study: { id: row.study_id, name: row.study },
    startedAt: row.started_at,
    outcome: row.outcome,
    erasedAt: row.erased_at,
    isLocked: row.is_locked,
    values: { responses, forms, ids, reports, refusals, notes },
  }));
}

/** Each branch uses an index of its own; a condition with OR would read every session. */
async function findSessions(actor: Actor, written: string, projectId: string | null): Promise<string[]> {
  const { code, tokens, ids } = parseErasureQuery(written);
  const scope = projectScope(actor, "identities.erase");
  const hashes = tokens.map(hashToken);
  const folded = ids.map((externalId) => comparableId({ source: "pid", externalId }).folded);
  const rows = await manyRows(
    pool(),
    idRow,
    sql`
    WITH own AS (
      SELECT id FROM study WHERE (${scope}::uuid[] IS NULL OR project_id = ANY (${scope}::uuid[]))
        AND (${projectId}::uuid IS NULL OR project_id = ${projectId}::uuid)
    ), named AS (
      SELECT id FROM session WHERE study_id IN (SELECT id FROM own) AND completion_code = ${code}
      UNION SELECT id FROM session WHERE token_hash = ANY (${hashes}::text[])
      UNION SELECT session_id FROM earlier_token WHERE token_hash = ANY (${hashes}::text[])
      UNION SELECT session_id FROM entry_identity WHERE study_id IN (SELECT id FROM own)
        AND source = ANY (${entrySources}::text[]) AND external_id = ANY (${ids}::text[])
      UNION SELECT session_id FROM entry_identity WHERE study_id IN (SELECT id FROM own)
        AND source = ANY (${entrySources}::text[]) AND folded_id = ANY (${folded}::text[])
      UNION SELECT session_id FROM entry_identity
        WHERE source = 'prolific' AND parameters ->> 'SESSION_ID' = ANY (${ids}::text[])
      UNION SELECT session_id FROM entry_identity WHERE study_id IN (SELECT id FROM own)
        AND source = 'mturk' AND parameters ->> 'assignmentId' = ANY (${ids}::text[])
    )
    SELECT session.id FROM named JOIN session ON session.id = named.id
    WHERE session.study_id IN (SELECT id FROM own) ORDER BY session.started_at DESC LIMIT ${mostFound}
  `,
  );
  return rows.map(({ id }) => id);
}
