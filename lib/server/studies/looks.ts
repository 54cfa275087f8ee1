import * as z from "zod";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { getStudy } from "./get-study.ts";

const seenRow = z.strictObject({ answers: z.number() });

/**
 * Writes down that someone saw or took away how the people of a study answer before it was closed, once an hour for each of
 * them, the command line like a person: looks at running data are part of the record (`docs/formats.md`, analysis plan).
 */
export async function noteLook(
  actor: Actor,
  study: { id: string; projectId: string; stage: string; status: string },
): Promise<void> {
  const isRunning = study.status === "open" || study.status === "paused";
  if (!isRunning || (study.stage !== "main" && study.stage !== "pilot")) return;
  const seen = await maybeRow(
    pool(),
    seenRow,
    sql`
      SELECT coalesce((SELECT sum(count) FROM cell_count
        WHERE study_id = ${study.id}::uuid AND stage = ${study.stage}::stage), 0)::float8 AS answers
      WHERE NOT EXISTS (
        SELECT FROM audit_event WHERE subject_type = 'study' AND subject_id = ${study.id} AND action = 'study.look'
          AND actor_id IS NOT DISTINCT FROM ${actor.userId}::uuid AND at > clock_timestamp() - interval '1 hour')
    `,
  );
  if (!seen) return;
  await recordAudit(pool(), {
    actorId: actor.userId,
    projectId: study.projectId,
    action: "study.look",
    subjectType: "study",
    subjectId: study.id,
    after: { answers: seen.answers, by: namelessLooker(actor) },
  });
}

/** The same for the study at an address, such as that of a file; nothing for those who may not see it. */
export async function noteLookAt(actor: Actor, address: string): Promise<void> {
  const study = await getStudy(actor, address);
  if (study) await noteLook(actor, study);
}

const lookRow = z.strictObject({ at: z.date(), by: z.string(), filled: z.number() });

/** The looks at a study's running data, newest first, at most a hundred. The caller has found out who may see it. */
export async function listLooks(studyId: string): Promise<{ at: Date; by: string; filled: number }[]> {
  const rows = await manyRows(
    pool(),
    lookRow,
    sql`
    SELECT audit_event.at,
      coalesce(nullif(app_user.name, ''), app_user.email, audit_event.after ->> 'by', 'somebody') AS by,
      coalesce((audit_event.after ->> 'answers')::float8, 0) AS filled
    FROM audit_event LEFT JOIN app_user ON app_user.id = audit_event.actor_id
    WHERE subject_type = 'study' AND subject_id = ${studyId} AND action = 'study.look'
    ORDER BY audit_event.id DESC LIMIT 100
  `,
  );
  return rows;
}

/** Who looks where no one is signed in: anyone who runs a command. */
function namelessLooker(actor: Actor): string | null {
  return actor.userId === null ? "the command line" : null;
}
