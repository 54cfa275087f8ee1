import * as z from "zod";
import { toComparableId } from "@/lib/domain/survey/arrival-rules.ts";
import { entrySources } from "@/lib/domain/survey/entry.ts";
import { parseErasureQuery } from "@/lib/domain/survey/erasure-query.ts";
import type { ErasableSession } from "@/lib/domain/survey/studies/erasable-session.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { recordIdentityView } from "../../studies/responses/record-identity-view.ts";
import { hashToken } from "../session-token.ts";
import { readErasable } from "./read-erasable.ts";

/** Maximum number of sessions that a search returns: a person has one session per study, or a few without an ID. */
const maxFoundSessions = 100;

const idRow = z.strictObject({ id: z.string() });

/**
 * The sessions of a person by completion code, private link, recruiter's link or recruiter's ID, newest first, in the
 * projects in which the user may erase. Each found session is recorded in the audit log.
 *
 * @param searchText the text that the person or the recruiter sent (`parseErasureQuery`)
 * @param projectId only in this project; null for all of the user's projects
 * @throws AppError `not-found` for users who may not erase anywhere, or not in the project
 */
export async function findErasable(
  actor: Actor,
  searchText: string,
  projectId: string | null,
): Promise<ErasableSession[]> {
  if (projectScope(actor, "identities.erase")?.length === 0) throw notFoundError();
  if (projectId !== null) requireRight(actor, "identities.erase", projectId);
  const sessions = await findSessions(actor, searchText, projectId);
  if (sessions.length === 0) return [];
  const erasableSessions = await readErasable(sessions);
  for (const { id, study, projectId: of } of erasableSessions)
    await recordIdentityView(actor, { id: study.id, projectId: of }, "erasure-search", id);
  return erasableSessions;
}

/** Finds sessions. Each branch of the query uses a separate index; a condition with OR would read every session. */
async function findSessions(actor: Actor, searchText: string, projectId: string | null): Promise<string[]> {
  const { code, tokens, ids } = parseErasureQuery(searchText);
  const scope = projectScope(actor, "identities.erase");
  const hashes = tokens.map(hashToken);
  const comparableIds = ids.map((externalId) => toComparableId({ source: "pid", externalId }).folded);
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
        AND source = ANY (${entrySources}::text[]) AND folded_id = ANY (${comparableIds}::text[])
      UNION SELECT session_id FROM entry_identity
        WHERE source = 'prolific' AND parameters ->> 'SESSION_ID' = ANY (${ids}::text[])
      UNION SELECT session_id FROM entry_identity WHERE study_id IN (SELECT id FROM own)
        AND source = 'mturk' AND parameters ->> 'assignmentId' = ANY (${ids}::text[])
    )
    SELECT session.id FROM named JOIN session ON session.id = named.id
    WHERE session.study_id IN (SELECT id FROM own) ORDER BY session.started_at DESC LIMIT ${maxFoundSessions}
  `,
  );
  return rows.map(({ id }) => id);
}
