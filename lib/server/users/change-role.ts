import type { PoolClient } from "pg";
import * as z from "zod";
import { roles } from "@/lib/domain/roles.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { sessionLimits } from "../platform/auth/session-cookie.ts";
import type { Role } from "../platform/database/generated/enums.ts";
import { manyRows, rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";

/** Called in the transaction of a change of membership, for dependent changes. */
type OnChanged = (client: PoolClient) => Promise<void>;

/**
 * Gives a member another role, effective with their next request. The role of a project's last admin cannot be changed.
 */
export async function changeRole(
  actor: Actor,
  projectId: string,
  userId: string,
  role: Role,
  onChanged?: OnChanged,
): Promise<void> {
  requireRight(actor, "users.manage", projectId);
  await withTx(async (client) => {
    const before = await lockMembership(client, projectId, userId);
    if (before === role) return;
    if (before === "admin") await refuseLastAdmin(client, projectId, userId);
    await client.query(sql`
      UPDATE membership SET role = ${role}::role WHERE user_id = ${userId}::uuid AND project_id = ${projectId}::uuid
    `);
    if (role === "admin") await shortenAuthSessions(client, userId);
    await onChanged?.(client);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "membership.change-role",
      subjectType: "account",
      subjectId: userId,
      before: { role: before },
      after: { role },
    });
  });
}

/** Removes a member from a project; their account is kept. */
export async function removeMember(
  actor: Actor,
  projectId: string,
  userId: string,
  onChanged?: OnChanged,
): Promise<void> {
  requireRight(actor, "users.manage", projectId);
  await withTx(async (client) => {
    const before = await lockMembership(client, projectId, userId);
    if (before === "admin") await refuseLastAdmin(client, projectId, userId);
    await client.query(sql`
      DELETE FROM membership WHERE user_id = ${userId}::uuid AND project_id = ${projectId}::uuid
    `);
    await onChanged?.(client);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "membership.remove",
      subjectType: "account",
      subjectId: userId,
      before: { role: before },
    });
  });
}

/** Throws if a project would have no admin who can sign in. The caller must have locked the project. */
export async function refuseLastAdmin(client: PoolClient, projectId: string, userId: string): Promise<void> {
  if (await isLastAdmin(client, projectId, userId)) {
    throw new AppError("conflict", "This is the project's last admin. Make another person admin first.");
  }
}

/** Whether no other user is an admin of the project who can sign in. The caller must have locked the project. */
export async function isLastAdmin(client: PoolClient, projectId: string, userId: string): Promise<boolean> {
  const rows = await rowCountOf(
    client,
    sql`
    SELECT person.id FROM membership JOIN app_user AS person ON person.id = membership.user_id
    WHERE membership.project_id = ${projectId}::uuid AND membership.role = 'admin' AND person.id <> ${userId}::uuid
      AND person.disabled_at IS NULL LIMIT 1
  `,
  );
  return rows === 0;
}

const roleRow = z.strictObject({ role: z.enum(roles) });

/** Locks the project, so that two admins cannot demote each other at the same time, and returns the member's role. */
async function lockMembership(client: PoolClient, projectId: string, userId: string): Promise<Role> {
  await lockProject(client, projectId);
  const rows = await manyRows(
    client,
    roleRow,
    sql`
    SELECT role FROM membership WHERE user_id = ${userId}::uuid AND project_id = ${projectId}::uuid
  `,
  );
  const [membership] = rows;
  if (!membership) throw notFoundError();
  return membership.role;
}

export async function lockProject(client: PoolClient, projectId: string): Promise<void> {
  await client.query(sql`SELECT FROM project WHERE id = ${projectId}::uuid FOR UPDATE`);
}

/** Shortens the sessions of users who become admins while signed in, because sessions of admins are shorter. */
export async function shortenAuthSessions(client: PoolClient, userId: string): Promise<void> {
  await client.query(sql`
    UPDATE auth_session
    SET expires_at = least(expires_at, clock_timestamp() + make_interval(secs => ${sessionLimits.adminSeconds}))
    WHERE user_id = ${userId}::uuid
  `);
}
