import { decode, encode } from "next-auth/jwt";
import * as z from "zod";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { endAllSessions } from "../platform/auth/end-session.ts";
import { hashPassword } from "../platform/auth/password.ts";
import { newPassword, refuseGuessable } from "../platform/auth/password-policy.ts";
import type { SessionClaims } from "../platform/auth/session-token.ts";
import { startSession } from "../platform/auth/start-session.ts";
import { db } from "../platform/database/client.ts";
import type { Prisma } from "../platform/database/generated/client.ts";
import { manyRows, maybeRow, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { readInstallationSecret } from "../platform/settings/installation-secret.ts";
import { requireManageable } from "./manage-user.ts";

const lifetimeSeconds = 24 * 3_600;
/** The key differs from that of sessions, so that neither kind of token is accepted in place of the other. */
const salt = "password reset";
const claimsSchema = z.object({
  userId: z.uuid(),
  sessionVersion: z.int(),
  /** The projects of the user, all of which the creator of the link manages; null if an owner created it. */
  within: z.array(z.uuid()).nullable(),
});

const sessionVersionRow = z.strictObject({ session_version: z.number() });

/**
 * The path of a password reset link. The link contains the version of the user's sessions, which every password change
 * increases, so it works once. If an admin created the link, it becomes invalid when the user joins a project that the
 * admin does not manage, because the link would give access to that project too.
 */
export async function createResetLink(actor: Actor, projectId: string, userId: string): Promise<string> {
  const claims = await withTx(async (client) => {
    const { memberships } = await requireManageable(client, actor, projectId, userId);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "account.make-reset-link",
      subjectType: "account",
      subjectId: userId,
    });
    const row = await maybeRow(
      client,
      sessionVersionRow,
      sql`
      SELECT session_version FROM app_user WHERE id = ${userId}::uuid
    `,
    );
    const sessionVersion = row?.session_version ?? 0;
    return { userId, sessionVersion, within: actor.isOwner ? null : memberships.map((member) => member.projectId) };
  });
  return await encodeLink(claims);
}

const resetUserRow = z.strictObject({ id: z.string(), session_version: z.number() });

/**
 * Like `createResetLink`, for any user and for the operator at the command line, because an operator can change the
 * database anyway. Returns null for an unknown address.
 */
export async function createOperatorResetLink(email: string): Promise<string | null> {
  const claims = await withTx(async (client) => {
    const rows = await manyRows(
      client,
      resetUserRow,
      sql`
      SELECT id, session_version FROM app_user WHERE email = ${email}
    `,
    );
    const [user] = rows;
    if (!user) return null;
    await recordAudit(client, {
      actorId: null,
      action: "account.make-reset-link",
      subjectType: "account",
      subjectId: user.id,
      reason: "command line",
    });
    return { userId: user.id, sessionVersion: user.session_version, within: null };
  });
  return claims && (await encodeLink(claims));
}

async function encodeLink(claims: z.infer<typeof claimsSchema>): Promise<string> {
  const token = await encode({ token: claims, secret: await readInstallationSecret(), maxAge: lifetimeSeconds, salt });
  return `/reset?token=${token}`;
}

/** The user whose password a link would change; null if the link is invalid. */
export async function getResetPerson(token: string): Promise<{ id: string; name: string; email: string } | null> {
  const claims = await readToken(token);
  if (!claims) return null;
  return await db().user.findFirst({
    where: resetCondition(claims),
    select: { id: true, name: true, email: true },
  });
}

export const resetSchema = z.strictObject({ token: z.string().max(4_000), password: newPassword });

/** Sets the new password, ends all sessions of the user and begins one in this browser. */
export async function completeReset({ token, password }: z.infer<typeof resetSchema>): Promise<SessionClaims> {
  const claims = await readToken(token);
  const person = await getResetPerson(token);
  if (!claims || !person) throw invalidLinkError();
  await refuseGuessable(password, person);
  const passwordHash = await hashPassword(password);
  await withTx(async (client) => {
    const { userId, sessionVersion, within } = claims;
    const rowCount = await rowCountOf(
      client,
      sql`
      UPDATE app_user SET password_hash = ${passwordHash}
      WHERE id = ${userId}::uuid AND session_version = ${sessionVersion}::int AND disabled_at IS NULL
        AND (${within}::uuid[] IS NULL OR NOT is_owner AND NOT EXISTS (
          SELECT FROM membership WHERE user_id = app_user.id AND project_id <> ALL (${within}::uuid[])))
    `,
    );
    if (rowCount === 0) throw invalidLinkError();
    await endAllSessions(client, claims.userId);
    await recordAudit(client, {
      actorId: claims.userId,
      action: "account.reset-password",
      subjectType: "account",
      subjectId: claims.userId,
    });
  });
  const session = await startSession(claims.userId);
  if (!session) throw invalidLinkError();
  return session;
}

function resetCondition({ userId, sessionVersion, within }: z.infer<typeof claimsSchema>): Prisma.UserWhereInput {
  return {
    id: userId,
    sessionVersion,
    disabledAt: null,
    ...(within === null ? {} : { isOwner: false, memberships: { every: { projectId: { in: within } } } }),
  };
}

async function readToken(token: string): Promise<z.infer<typeof claimsSchema> | null> {
  const secret = await readInstallationSecret();
  const payload = await decode({ token, secret, salt }).catch(() => null);
  return claimsSchema.safeParse(payload).data ?? null;
}

function invalidLinkError(): AppError {
  return new AppError("gone", "This link is no longer valid. Please ask for a new link.");
}
