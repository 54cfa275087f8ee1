import { notFound } from "next/navigation";
import { cache } from "react";
import { type Actor, can, type Right, roleIn } from "../access/access.ts";
import type { Role } from "../database/generated/enums.ts";
import { listProjects, type ProjectChoice } from "./list-projects.ts";
import { requireUser } from "./require-user.ts";

/** The person, their projects, and the one they are in. */
export interface ProjectContext {
  actor: Actor;
  projects: ProjectChoice[];
  /** The project looked at last, else the oldest; null for someone who is in none. */
  project: ProjectChoice | null;
}

/** Where the signed-in person is; read once a request. */
export const requireProjectContext = cache(async (): Promise<ProjectContext> => {
  const actor = await requireUser();
  const projects = await listProjects(actor);
  const project = projects.find(({ id }) => id === actor.preferredProjectId) ?? projects[0] ?? null;
  return { actor, projects, project };
});

/**
 * The project that a page is about when its address names none (lists, "new" pages), and the person, who has the right
 * in it. For everyone else the page is not there.
 */
export async function requireProject(right: Right): Promise<{ actor: Actor; project: ProjectChoice; role: Role }> {
  const { actor, project } = await requireProjectContext();
  const role = project && roleIn(actor, project.id);
  if (!project || !role || !can(actor, right, project.id)) notFound();
  return { actor, project, role };
}
