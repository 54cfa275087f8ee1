import * as z from "zod";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { getStudy } from "./get-study.ts";

const recordedViewRow = z.strictObject({ answers: z.number(), status: z.string() });

/**
 * Records that a user viewed or downloaded answers of a study, because views of the data are part of the study's record
 * (`docs/formats.md`, analysis plan). For each user, and for the command line, at most one view a day (UTC) is
 * recorded. One more is recorded when the first answers exist, and one more after the data are locked.
 */
export async function recordInterimView(
  actor: Actor,
  study: { id: string; projectId: string; stage: string },
): Promise<void> {
  if (study.stage !== "main" && study.stage !== "pilot") return;
  const recordedView = await maybeRow(
    pool(),
    recordedViewRow,
    sql`
      SELECT filled.answers, CASE WHEN locked_at IS NOT NULL THEN 'locked' ELSE status::text END AS status
      FROM study, LATERAL (
        SELECT coalesce(sum(count), 0)::float8 AS answers FROM cell_count
        WHERE study_id = study.id AND stage = ${study.stage}::stage
      ) AS filled
      WHERE id = ${study.id}::uuid AND NOT EXISTS (
        SELECT FROM audit_event WHERE subject_type = 'study' AND subject_id = ${study.id} AND action = 'study.look'
          AND actor_id IS NOT DISTINCT FROM ${actor.userId}::uuid AND after ->> 'page' IS NULL
          AND at >= date_trunc('day', clock_timestamp(), 'UTC')
          AND (coalesce(after ->> 'status', '') = 'locked') = (locked_at IS NOT NULL)
          AND (coalesce((after ->> 'answers')::float8, 0) > 0 OR filled.answers = 0))
    `,
  );
  if (!recordedView) return;
  await recordAudit(pool(), {
    actorId: actor.userId,
    projectId: study.projectId,
    action: "study.look",
    subjectType: "study",
    subjectId: study.id,
    after: { ...recordedView, by: actor.userId === null ? "the command line" : null },
  });
}

/** Like `recordInterimView`, for a study's ID or slug; does nothing for users who may not see the study. */
export async function recordInterimViewAt(actor: Actor, address: string): Promise<void> {
  const study = await getStudy(actor, address);
  if (study) await recordInterimView(actor, study);
}

/**
 * Records one view of a page that needs no sign-in, such as a shared view. Every view is recorded, because readers
 * cannot be distinguished.
 */
export async function recordPublicPageView(
  study: { id: string; projectId: string; stage: string },
  page: { id: string; by: string },
): Promise<void> {
  if (study.stage !== "main" && study.stage !== "pilot") return;
  const recordedView = await maybeRow(
    pool(),
    recordedViewRow,
    sql`SELECT coalesce((SELECT sum(count) FROM cell_count
          WHERE study_id = study.id AND stage = ${study.stage}::stage), 0)::float8 AS answers,
          CASE WHEN locked_at IS NOT NULL THEN 'locked' ELSE status::text END AS status
        FROM study WHERE id = ${study.id}::uuid`,
  );
  if (!recordedView) return;
  await recordAudit(pool(), {
    actorId: null,
    projectId: study.projectId,
    action: "study.look",
    subjectType: "study",
    subjectId: study.id,
    after: { ...recordedView, by: page.by, page: page.id },
  });
}

/** A recorded view of a study's answers. */
export interface InterimView {
  /** For a page without sign-in, the time of the last view on that day. */
  at: Date;
  by: string;
  /** The number of complete answers at that time. */
  filled: number;
  /** The state of the study: "draft", "open", "paused", "closed" or "locked". */
  status: string;
  /** The number of views; greater than one only for a page without sign-in. */
  openings: number;
}

const viewRow = z.strictObject({
  at: z.date(),
  by: z.string(),
  filled: z.number(),
  status: z.string(),
  openings: z.number(),
}) satisfies z.ZodType<InterimView>;

/**
 * The recorded views of a study's answers, newest first, at most a hundred. Views of a page without sign-in are
 * combined into one entry a day. The caller must check the right to see the study.
 */
export async function listInterimViews(studyId: string): Promise<InterimView[]> {
  return manyRows(
    pool(),
    viewRow,
    sql`
    SELECT max(audit_event.at) AS at,
      coalesce(nullif(app_user.name, ''), app_user.email, audit_event.after ->> 'by', 'a deleted account') AS by,
      max(coalesce((audit_event.after ->> 'answers')::float8, 0)) AS filled,
      coalesce(audit_event.after ->> 'status', 'open') AS status, count(*)::int AS openings
    FROM audit_event LEFT JOIN app_user ON app_user.id = audit_event.actor_id
    WHERE subject_type = 'study' AND subject_id = ${studyId} AND action = 'study.look'
    GROUP BY coalesce(audit_event.after ->> 'page', audit_event.id::text),
      CASE WHEN audit_event.after ? 'page' THEN date_trunc('day', audit_event.at, 'UTC') END, 2, 4
    ORDER BY max(audit_event.id) DESC LIMIT 100
  `,
  );
}
