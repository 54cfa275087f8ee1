import { randomUUID } from "node:crypto";
import * as z from "zod";
import { requiredText } from "@/lib/domain/text.ts";
import { type Actor, can, inProjectsWith, requirePerson, requireRight, roleIn } from "../../access/access.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import { db } from "../../database/client.ts";
import { maybeRow, rowCountOf } from "../../database/rows.ts";
import { sql } from "../../database/sql.ts";
import { withTx } from "../../database/with-transaction.ts";
import { AppError, notFoundError } from "../../errors/app-error.ts";
import { hashUserToken, newToken } from "../token.ts";
import { rolesUpTo, tokenPrefix, tokenRoles } from "./token-role.ts";

/** The longest lifetime of a token, in days. */
export const maxTokenDays = 366;

export const apiTokenFormSchema = z.strictObject({
  name: requiredText(100),
  role: z.enum(tokenRoles),
  /** The only study that the token may access; empty for the whole project. */
  study: z.union([z.uuid(), z.literal("")]).default(""),
  days: z.coerce.number().int().min(1).max(maxTokenDays),
});

/** A token without its secret, for the list. */
export interface ListedApiToken {
  id: string;
  name: string;
  /** The last four characters of the secret. */
  ending: string;
  role: string;
  person: string;
  study: { id: string; name: string } | null;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  /** Why the token no longer works; null if it works. */
  ended: "expired" | "revoked" | null;
}

/**
 * Creates a token for the current user. Its secret is returned once and cannot be shown again. The token's role cannot
 * exceed the user's own role, and a request with a token cannot create another token.
 */
export async function createApiToken(
  actor: Actor,
  projectId: string,
  form: z.infer<typeof apiTokenFormSchema>,
): Promise<{ id: string; secret: string }> {
  const userId = requirePerson(actor);
  requireRight(actor, "research.read", projectId);
  if (actor.token) throw new AppError("forbidden", "A token cannot create another token. Sign in to create a token.");
  const ownRole = roleIn(actor, projectId);
  if (!rolesUpTo(ownRole).includes(form.role))
    throw new AppError(
      "invalid",
      `Your role in this project is ${ownRole}; a token cannot have a higher role.`,
      "role",
    );
  const secret = `${tokenPrefix}${newToken()}`;
  return withTx(async (client) => {
    const row = await maybeRow(
      client,
      z.strictObject({ id: z.string() }),
      sql`INSERT INTO api_token (id, token_hash, name, ending, user_id, project_id, study_id, role, expires_at)
          SELECT ${randomUUID()}::uuid, ${hashUserToken(secret)}, ${form.name.trim()}, ${secret.slice(-4)}, ${userId}, ${projectId},
            study.id, ${form.role}::role, clock_timestamp() + make_interval(days => ${form.days})
          FROM (SELECT 1) AS one LEFT JOIN study ON study.id = nullif(${form.study}, '')::uuid
            AND study.project_id = ${projectId}
          WHERE ${form.study} = '' OR study.id IS NOT NULL
          RETURNING id`,
    );
    if (!row) throw new AppError("invalid", "This study is not in the project.", "study");
    await recordAudit(client, {
      actorId: userId,
      projectId,
      action: "api-token.create",
      subjectType: "api-token",
      subjectId: row.id,
      after: { name: form.name.trim(), role: form.role, study: form.study || null, days: form.days },
    });
    return { id: row.id, secret };
  });
}

/** The tokens of a project, newest first: all tokens for admins of the project, otherwise the user's own. */
export async function listApiTokens(actor: Actor, projectId: string): Promise<ListedApiToken[]> {
  requireRight(actor, "research.read", projectId);
  const rows = await db().apiToken.findMany({
    where: { projectId, ...(can(actor, "users.manage", projectId) ? {} : { userId: requirePerson(actor) }) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      name: true,
      ending: true,
      role: true,
      createdAt: true,
      expiresAt: true,
      revokedAt: true,
      lastUsedAt: true,
      user: { select: { name: true, email: true } },
      study: { select: { id: true, name: true } },
    },
  });
  const now = new Date();
  return rows.map(({ user, revokedAt, ...token }) => ({
    ...token,
    person: user.name || user.email,
    ended: revokedAt ? "revoked" : token.expiresAt <= now ? "expired" : null,
  }));
}

/**
 * Revokes a token, effective with its next request. Users can revoke their own tokens, and admins of the project can
 * revoke all.
 */
export async function revokeApiToken(actor: Actor, tokenId: string): Promise<void> {
  const userId = requirePerson(actor);
  const token = await db().apiToken.findFirst({
    where: { id: tokenId, OR: [{ userId }, inProjectsWith(actor, "users.manage")] },
    select: { id: true, projectId: true, name: true },
  });
  if (!token) throw notFoundError();
  await withTx(async (client) => {
    const revokeStatement = sql`UPDATE api_token SET revoked_at = clock_timestamp() WHERE id = ${token.id} AND revoked_at IS NULL`;
    if ((await rowCountOf(client, revokeStatement)) === 0) return;
    await recordAudit(client, {
      actorId: userId,
      projectId: token.projectId,
      action: "api-token.revoke",
      subjectType: "api-token",
      subjectId: token.id,
      before: { name: token.name },
    });
  });
}
