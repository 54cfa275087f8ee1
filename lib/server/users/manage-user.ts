import { type Actor, can, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { endAllSessions } from "../platform/auth/end-session.ts";
import { type Tx, withTx } from "../platform/database/with-transaction.ts";
import { AppError, notThere } from "../platform/errors/app-error.ts";
import { lockProject, refuseLastAdmin } from "./change-role.ts";

/**
 * Whether somebody may disable an account and end its sessions. Both reach beyond one project, so an admin may do it
 * only to people who are in no project but the admin's own; owners may do it to all but themselves.
 */
export function canManageUser(
  actor: Actor,
  user: { id: string; isOwner: boolean; memberships: readonly { projectId: string }[] },
): boolean {
  if (user.id === actor.userId) return false;
  if (actor.isOwner) return true;
  return !user.isOwner && user.memberships.every(({ projectId }) => can(actor, "users.manage", projectId));
}

/** Signs somebody out everywhere, at once. */
export async function endSessionsOf(actor: Actor, projectId: string, userId: string): Promise<void> {
  await withTx(async (tx) => {
    await requireManageable(tx, actor, projectId, userId);
    await endAllSessions(tx, userId);
    await audit(tx, actor, projectId, userId, "account.end-sessions");
  });
}

/** Keeps somebody from signing in, and signs them out at once. Nothing they did is lost. */
export async function disableUser(actor: Actor, projectId: string, userId: string): Promise<void> {
  await withTx(async (tx) => {
    const user = await requireManageable(tx, actor, projectId, userId);
    const adminIn = user.memberships.filter(({ role }) => role === "admin").map((membership) => membership.projectId);
    // In order of their ids, so that two who disable each other wait for one another instead of locking each other out.
    for (const id of adminIn.sort()) {
      await lockProject(tx, id);
      await refuseLastAdmin(tx, id, userId);
    }
    await tx.user.update({ where: { id: userId }, data: { disabledAt: new Date() } });
    await endAllSessions(tx, userId);
    await audit(tx, actor, projectId, userId, "account.disable");
  });
}

/** Lets somebody sign in again. */
export async function enableUser(actor: Actor, projectId: string, userId: string): Promise<void> {
  await withTx(async (tx) => {
    await requireManageable(tx, actor, projectId, userId);
    await tx.user.update({ where: { id: userId }, data: { disabledAt: null } });
    await audit(tx, actor, projectId, userId, "account.enable");
  });
}

/** The user, if the person is in the project and the one who asks may manage it. */
export async function requireManageable(tx: Tx, actor: Actor, projectId: string, userId: string) {
  requireRight(actor, "users.manage", projectId);
  const user = await tx.user.findFirst({
    where: { id: userId, memberships: { some: { projectId } } },
    select: { id: true, isOwner: true, memberships: { select: { projectId: true, role: true } } },
  });
  if (!user) throw notThere();
  if (!canManageUser(actor, user)) {
    throw new AppError(
      "forbidden",
      userId === actor.userId
        ? "You cannot do this to your own user."
        : "This person also works in projects that are not yours. Ask an owner of the installation.",
    );
  }
  return user;
}

async function audit(tx: Tx, actor: Actor, projectId: string, userId: string, action: string): Promise<void> {
  await recordAudit(tx, { actorId: actor.userId, projectId, action, subjectType: "account", subjectId: userId });
}
