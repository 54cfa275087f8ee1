import { db } from "../platform/database/client.ts";

/** A user who may manage others. */
export interface AdminView {
  email: string;
  name: string;
  isOwner: boolean;
  /** Slugs of the projects in which they are admin. */
  projects: string[];
  isDisabled: boolean;
  lastSeenAt: Date | null;
}

/** Owners first, then the admins of projects, by address. For the operator at the command line. */
export async function listAdmins(): Promise<AdminView[]> {
  const users = await db().user.findMany({
    where: { OR: [{ isOwner: true }, { memberships: { some: { role: "admin" } } }] },
    orderBy: [{ isOwner: "desc" }, { email: "asc" }],
    select: {
      email: true,
      name: true,
      isOwner: true,
      disabledAt: true,
      memberships: { where: { role: "admin" }, select: { project: { select: { slug: true } } } },
      sessions: { orderBy: { lastSeenAt: "desc" }, take: 1, select: { lastSeenAt: true } },
    },
  });
  return users.map(({ email, name, isOwner, disabledAt, memberships, sessions }) => ({
    email,
    name,
    isOwner,
    projects: memberships.map(({ project }) => project.slug).sort(),
    isDisabled: disabledAt !== null,
    lastSeenAt: sessions[0]?.lastSeenAt ?? null,
  }));
}
