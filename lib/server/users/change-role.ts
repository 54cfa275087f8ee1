import { type Actor, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { sessionLimits } from "../platform/auth/session-cookie.ts";
import type { Role } from "../platform/database/generated/enums.ts";
import { type Tx, withTx } from "../platform/database/with-transaction.ts";
import { AppError, notThere } from "../platform/errors/app-error.ts";

/** Gives a member another role, effective with their next request. The last admin of a project stays one. */
export async function changeRole(actor: Actor, projectId: string, userId: string, role: Role): Promise<void> {
  requireRight(actor, "users.manage", projectId);
  await withTx(async (tx) => {
    const before = await lockMembership(tx, projectId, userId);
    if (before === role) return;
    if (before === "admin") await refuseLastAdmin(tx, projectId, userId);
    await tx.membership.update({ where: { userId_projectId: { userId, projectId } }, data: { role } });
    if (role === "admin") await shortenSessions(tx, userId);
    await recordAudit(tx, {
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

/** Takes a member out of a project; their account stays. */
export async function removeMember(actor: Actor, projectId: string, userId: string): Promise<void> {
  requireRight(actor, "users.manage", projectId);
  await withTx(async (tx) => {
    const before = await lockMembership(tx, projectId, userId);
    if (before === "admin") await refuseLastAdmin(tx, projectId, userId);
    await tx.membership.delete({ where: { userId_projectId: { userId, projectId } } });
    await recordAudit(tx, {
      actorId: actor.userId,
      projectId,
      action: "membership.remove",
      subjectType: "account",
      subjectId: userId,
      before: { role: before },
    });
  });
}

/** Throws when a project would be left without an admin who can still sign in. Call it under the project's lock. */
export async function refuseLastAdmin(tx: Tx, projectId: string, userId: string): Promise<void> {
  const others = await tx.membership.count({
    where: { projectId, role: "admin", userId: { not: userId }, user: { disabledAt: null } },
  });
  if (others === 0) {
    throw new AppError("conflict", "This is the project's last admin. Make somebody else admin first.");
  }
}

/** Locks the project, so that two admins cannot demote each other at the same time, and answers the member's role. */
async function lockMembership(tx: Tx, projectId: string, userId: string): Promise<Role> {
  await lockProject(tx, projectId);
  const membership = await tx.membership.findUnique({
    where: { userId_projectId: { userId, projectId } },
    select: { role: true },
  });
  if (!membership) throw notThere();
  return membership.role;
}

export async function lockProject(tx: Tx, projectId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM project WHERE id = ${projectId}::uuid FOR UPDATE`;
}

/** Admins sign in more often than others, also those who became one while they were signed in. */
async function shortenSessions(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE auth_session
    SET expires_at = least(expires_at, clock_timestamp() + make_interval(secs => ${sessionLimits.adminSeconds}))
    WHERE user_id = ${userId}::uuid`;
}
