import type { PoolClient } from "pg";
import * as z from "zod";
import { type Actor, can, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { endAllSessions } from "../platform/auth/end-session.ts";
import type { Role } from "../platform/database/generated/enums.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { lockProject, refuseLastAdmin } from "./change-role.ts";

/**
 * Whether a user may disable an account and end its sessions. Both actions affect all projects, so an admin may perform
 * them only for users whose projects are all managed by this admin. Owners may perform them for everyone but
 * themselves.
 */
export function canManageUser(
  actor: Actor,
  user: { id: string; isOwner: boolean; memberships: readonly { projectId: string }[] },
): boolean {
  if (user.id === actor.userId) return false;
  if (actor.isOwner) return true;
  return !user.isOwner && user.memberships.every(({ projectId }) => can(actor, "users.manage", projectId));
}

interface ManageableUser {
  id: string;
  isOwner: boolean;
  memberships: { projectId: string; role: Role }[];
}

const userRow = z.strictObject({
  id: z.string(),
  is_owner: z.boolean(),
  memberships: json<{ projectId: string; role: Role }[]>(),
});

/** Ends all sessions of a user, effective immediately. */
export async function endSessionsOf(actor: Actor, projectId: string, userId: string): Promise<void> {
  await withTx(async (client) => {
    await requireManageable(client, actor, projectId, userId);
    await endAllSessions(client, userId);
    await audit(client, actor, projectId, userId, "account.end-sessions");
  });
}

/** Disables an account, and ends its sessions immediately. The user's data are kept. */
export async function disableUser(actor: Actor, projectId: string, userId: string): Promise<void> {
  await withTx(async (client) => {
    const user = await requireManageable(client, actor, projectId, userId);
    const adminProjectIds = user.memberships
      .filter(({ role }) => role === "admin")
      .map((membership) => membership.projectId);
    // The projects are locked in the order of their IDs, so that two users who disable each other do not deadlock.
    for (const id of adminProjectIds.sort()) {
      await lockProject(client, id);
      await refuseLastAdmin(client, id, userId);
    }
    await client.query(sql`UPDATE app_user SET disabled_at = clock_timestamp() WHERE id = ${userId}::uuid`);
    await endAllSessions(client, userId);
    await audit(client, actor, projectId, userId, "account.disable");
  });
}

/** Enables an account again. */
export async function enableUser(actor: Actor, projectId: string, userId: string): Promise<void> {
  await withTx(async (client) => {
    await requireManageable(client, actor, projectId, userId);
    await client.query(sql`UPDATE app_user SET disabled_at = NULL WHERE id = ${userId}::uuid`);
    await audit(client, actor, projectId, userId, "account.enable");
  });
}

/** The user, if they are in the project and the current user may manage them. */
export async function requireManageable(
  client: PoolClient,
  actor: Actor,
  projectId: string,
  userId: string,
): Promise<ManageableUser> {
  requireRight(actor, "users.manage", projectId);
  const rows = await manyRows(
    client,
    userRow,
    sql`
    SELECT person.id, person.is_owner, jsonb_agg(jsonb_build_object('projectId', membership.project_id, 'role', membership.role)) AS memberships
    FROM app_user AS person JOIN membership ON membership.user_id = person.id
    WHERE person.id = ${userId}::uuid
      AND EXISTS (SELECT FROM membership AS here WHERE here.user_id = person.id AND here.project_id = ${projectId}::uuid)
    GROUP BY person.id
  `,
  );
  const [row] = rows;
  if (!row) throw notFoundError();
  const user = { id: row.id, isOwner: row.is_owner, memberships: row.memberships };
  if (!canManageUser(actor, user)) {
    throw new AppError(
      "forbidden",
      userId === actor.userId
        ? "You cannot do this with your own account."
        : "This person is also a member of projects that you do not manage. Ask an owner of the installation.",
    );
  }
  return user;
}

async function audit(
  client: PoolClient,
  actor: Actor,
  projectId: string,
  userId: string,
  action: string,
): Promise<void> {
  await recordAudit(client, { actorId: actor.userId, projectId, action, subjectType: "account", subjectId: userId });
}
