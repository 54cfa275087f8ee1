import { type Actor, roleIn } from "../access/access.ts";
import { db } from "../database/client.ts";
import type { Role } from "../database/generated/enums.ts";

export interface ProjectChoice {
  id: string;
  name: string;
  slug: string;
  role: Role;
}

/** The projects that a user may open, oldest first; owners may open all. */
export async function listProjects(actor: Actor): Promise<ProjectChoice[]> {
  const projects = await db().project.findMany({
    where: actor.isOwner ? {} : { id: { in: actor.memberships.map(({ projectId }) => projectId) } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true, slug: true },
  });
  return projects.flatMap((project) => {
    const role = roleIn(actor, project.id);
    return role ? [{ ...project, role }] : [];
  });
}
