import { notFound } from "next/navigation";
import { cache } from "react";
import { type Actor, can, type Right, roleIn } from "../access/access.ts";
import type { Role } from "../database/generated/enums.ts";
import { listProjects, type ProjectChoice } from "./list-projects.ts";
import { requireUser } from "./require-user.ts";

/** The user, their projects, and the current one. */
export interface ProjectContext {
  actor: Actor;
  projects: ProjectChoice[];
  /** The last opened project, otherwise the oldest one; null for a user without projects. */
  project: ProjectChoice | null;
}

/** The current project of the signed-in user; cached for the request. */
export const requireProjectContext = cache(async (): Promise<ProjectContext> => {
  const actor = await requireUser();
  const projects = await listProjects(actor);
  const project = projects.find(({ id }) => id === actor.preferredProjectId) ?? projects[0] ?? null;
  return { actor, projects, project };
});

/**
 * The user and the current project, for a page whose path names no project (lists, "new" pages). If the user does not
 * have the right in this project, the page responds with "not found".
 */
export async function requireProject(right: Right): Promise<{ actor: Actor; project: ProjectChoice; role: Role }> {
  const { actor, project } = await requireProjectContext();
  const role = project && roleIn(actor, project.id);
  if (!project || !role || !can(actor, right, project.id)) notFound();
  return { actor, project, role };
}
