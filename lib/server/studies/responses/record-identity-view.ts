import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * The views that show identified data: the recruiter's ledger, the completion code of a session, the search for a
 * session by its code, and the search for a person to erase.
 */
export type IdentityView = "ledger" | "session-code" | "code-lookup" | "erasure-search";

const action = "study.view-identities";

/**
 * Records that a user viewed data that identify people, before they are shown: at most once an hour for each user, view
 * and object, so that paging does not fill the log. Every download is recorded.
 *
 * @param of the ID of the viewed session; undefined for the whole study
 */
export async function recordIdentityView(
  actor: Actor,
  study: { id: string; projectId: string },
  view: IdentityView,
  of?: string,
): Promise<void> {
  const recordedCount = await rowCountOf(
    pool(),
    sql`
    SELECT FROM audit_event WHERE subject_type = 'study' AND subject_id = ${study.id} AND action = ${action}
      AND actor_id IS NOT DISTINCT FROM ${actor.userId}::uuid AND after ->> 'view' = ${view}
      AND after ->> 'session' IS NOT DISTINCT FROM ${of ?? null}::text AND at > clock_timestamp() - interval '1 hour' LIMIT 1
  `,
  );
  if (recordedCount > 0) return;
  await recordAudit(pool(), {
    actorId: actor.userId,
    projectId: study.projectId,
    action,
    subjectType: "study",
    subjectId: study.id,
    after: { view, ...(of === undefined ? {} : { session: of }) },
  });
}
