import { randomUUID } from "node:crypto";
import type { Actor } from "../../lib/server/platform/access/access.ts";
import { readSession } from "../../lib/server/platform/auth/read-session.ts";
import type { SessionClaims } from "../../lib/server/platform/auth/session-token.ts";
import { startSession } from "../../lib/server/platform/auth/start-session.ts";
import { db } from "../../lib/server/platform/database/client.ts";
import type { Role } from "../../lib/server/platform/database/generated/enums.ts";

export async function makeProject(name = "A project"): Promise<{ id: string }> {
  return await db().project.create({ data: { name, slug: `project-${randomUUID()}` }, select: { id: true } });
}

/** A signed-in user. The password hash matches no password; see `hashPassword` for one that does. */
export async function makePerson(options: {
  projectId?: string;
  role?: Role;
  isOwner?: boolean;
  passwordHash?: string;
}): Promise<{ actor: Actor; userId: string; email: string; claims: SessionClaims }> {
  const email = `${randomUUID()}@example.org`;
  const { id: userId } = await db().user.create({
    data: {
      email,
      name: "Somebody",
      passwordHash: options.passwordHash ?? "none",
      isOwner: options.isOwner ?? false,
      ...(options.projectId
        ? { memberships: { create: { projectId: options.projectId, role: options.role ?? "researcher" } } }
        : {}),
    },
    select: { id: true },
  });
  const claims = await startSession(userId);
  const actor = claims && (await readSession(claims));
  if (!claims || !actor) throw new Error("the person that was just made cannot sign in");
  return { actor, userId, email, claims };
}
