import { randomUUID } from "node:crypto";
import * as z from "zod";
import { requiredText } from "@/lib/domain/text.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { hashUserToken, newToken } from "../platform/auth/token.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { lockStudy } from "../studies/study-where.ts";

/** The longest lifetime of a link, in days. */
const maxShareDays = 366;

/** Maximum number of links of a study that are neither expired nor revoked. */
const maxOpenViews = 20;

export const sharedViewFormSchema = z.strictObject({
  /** A label for the recipient: "Reviewer 2". */
  label: requiredText(100),
  days: z.coerce.number().int().min(1).max(maxShareDays),
  isBlinded: z.boolean(),
});

const countRow = z.strictObject({ count: z.number() });

/** Creates a link to a study and returns its token, which is stored as a hash and cannot be shown again. */
export async function createSharedView(
  actor: Actor,
  studyId: string,
  form: z.infer<typeof sharedViewFormSchema>,
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const id = randomUUID();
  const label = form.label.trim();
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const { count } = await oneRow(
      client,
      countRow,
      sql`SELECT count(*)::int AS count FROM shared_view
          WHERE study_id = ${studyId} AND revoked_at IS NULL AND expires_at > clock_timestamp()`,
    );
    if (count >= maxOpenViews)
      throw new AppError(
        "conflict",
        `A study has at most ${maxOpenViews} links. Revoke a link that is no longer needed.`,
      );
    await client.query(sql`
      INSERT INTO shared_view (id, study_id, token_hash, label, ending, is_blinded, created_by_id, expires_at)
      VALUES (${id}, ${studyId}, ${hashUserToken(token)}, ${label}, ${token.slice(-4)}, ${form.isBlinded},
        ${actor.userId}, clock_timestamp() + make_interval(days => ${form.days}))
    `);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.share",
      subjectType: "study",
      subjectId: studyId,
      after: { sharedView: id, label, days: form.days, isBlinded: form.isBlinded },
    });
  });
  return { id, token };
}

/** A link without its token, for the list. */
export interface ListedSharedView {
  id: string;
  label: string;
  /** The last four characters of the token. */
  ending: string;
  isBlinded: boolean;
  createdAt: Date;
  /** The name of the creator; null if the account no longer exists. */
  createdBy: string | null;
  expiresAt: Date;
  lastUsedAt: Date | null;
  /** How often the page or one of its files was opened. */
  openings: number;
  /** Why the link no longer works; null if it works. */
  ended: "expired" | "revoked" | null;
}

const lineRow = z.strictObject({
  id: z.string(),
  label: z.string(),
  ending: z.string(),
  isBlinded: z.boolean(),
  createdAt: z.date(),
  createdBy: z.string().nullable(),
  expiresAt: z.date(),
  lastUsedAt: z.date().nullable(),
  openings: z.number(),
  ended: z.enum(["expired", "revoked"]).nullable(),
}) satisfies z.ZodType<ListedSharedView>;

/** The links of a study, newest first, at most a hundred. The caller must check the right to change the study. */
export async function listSharedViews(studyId: string): Promise<ListedSharedView[]> {
  return manyRows(
    pool(),
    lineRow,
    sql`SELECT shared.id, shared.label, shared.ending, shared.is_blinded AS "isBlinded", shared.created_at AS "createdAt",
          coalesce(nullif(author.name, ''), author.email) AS "createdBy", shared.expires_at AS "expiresAt",
          shared.last_used_at AS "lastUsedAt", shared.openings,
          CASE WHEN shared.revoked_at IS NOT NULL THEN 'revoked'
               WHEN shared.expires_at <= clock_timestamp() THEN 'expired' END AS ended
        FROM shared_view AS shared LEFT JOIN app_user AS author ON author.id = shared.created_by_id
        WHERE shared.study_id = ${studyId}::uuid ORDER BY shared.created_at DESC, shared.id DESC LIMIT 100`,
  );
}

const revokedRow = z.strictObject({ label: z.string() });

/** Revokes a link, effective with the next request. Idempotent. */
export async function revokeSharedView(actor: Actor, studyId: string, viewId: string): Promise<void> {
  await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const revokedView = await maybeRow(
      client,
      revokedRow,
      sql`UPDATE shared_view SET revoked_at = coalesce(revoked_at, clock_timestamp())
          WHERE id = ${viewId}::uuid AND study_id = ${studyId}::uuid RETURNING label`,
    );
    if (!revokedView) throw notFoundError();
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.unshare",
      subjectType: "study",
      subjectId: studyId,
      before: { sharedView: viewId, ...revokedView },
    });
  });
}
