import { type Actor, requireRight } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import type { Role } from "../platform/database/generated/enums.ts";
import { canManageUser } from "./manage-user.ts";

export interface Person {
  userId: string;
  name: string;
  email: string;
  role: Role;
  isOwner: boolean;
  isDisabled: boolean;
  /** Whether sign-in requires a code of an authenticator app. */
  hasSecondFactor: boolean;
  /** Number of signed-in browsers of this user. */
  sessions: number;
  lastSeenAt: Date | null;
  /** Whether the current user may disable this account and end its sessions. */
  isManageable: boolean;
}

export interface OpenInvitation {
  id: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
  isExpired: boolean;
}

/** The people of a project, by name. */
export async function listUsers(actor: Actor, projectId: string): Promise<Person[]> {
  requireRight(actor, "users.manage", projectId);
  const memberships = await db().membership.findMany({
    where: { projectId },
    orderBy: [{ user: { name: "asc" } }, { userId: "asc" }],
    select: {
      role: true,
      user: {
        select: {
          id: true,
          name: true,
          email: true,
          isOwner: true,
          disabledAt: true,
          secondFactor: { select: { confirmedAt: true } },
          memberships: { select: { projectId: true } },
          sessions: { where: { expiresAt: { gt: new Date() } }, select: { lastSeenAt: true } },
        },
      },
    },
  });
  return memberships.map(({ role, user }) => ({
    userId: user.id,
    name: user.name,
    email: user.email,
    role,
    isOwner: user.isOwner,
    isDisabled: user.disabledAt !== null,
    hasSecondFactor: user.secondFactor?.confirmedAt != null,
    sessions: user.sessions.length,
    lastSeenAt: user.sessions.map(({ lastSeenAt }) => lastSeenAt).sort((a, b) => b.getTime() - a.getTime())[0] ?? null,
    isManageable: canManageUser(actor, user),
  }));
}

/** Invitations that were neither accepted nor revoked; expired ones are listed, so that they can be renewed. */
export async function listInvitations(actor: Actor, projectId: string): Promise<OpenInvitation[]> {
  requireRight(actor, "users.manage", projectId);
  const invitations = await db().invitation.findMany({
    where: { projectId, acceptedAt: null, revokedAt: null },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      email: true,
      role: true,
      createdAt: true,
      expiresAt: true,
      invitedBy: { select: { name: true } },
    },
  });
  const now = Date.now();
  return invitations.map(({ invitedBy, ...invitation }) => ({
    ...invitation,
    invitedBy: invitedBy.name,
    isExpired: invitation.expiresAt.getTime() <= now,
  }));
}
