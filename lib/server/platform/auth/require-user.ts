import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { type Actor, can, type Right, roleIn } from "../access/access.ts";
import type { Role } from "../database/generated/enums.ts";
import { AppError } from "../errors/app-error.ts";
import { currentActor } from "./current-actor.ts";

/** The signed-in person, for pages and actions; anybody else is sent to sign in and comes back afterwards. */
export async function requireUser(): Promise<Actor> {
  const actor = await currentActor();
  if (actor) return actor;
  const here = (await headers()).get("x-parallax-path");
  redirect(here ? `/sign-in?to=${encodeURIComponent(here)}` : "/sign-in");
}

/** The signed-in person, for route handlers: `who: requireActor`. */
export async function requireActor(): Promise<Actor> {
  const actor = await currentActor();
  if (!actor) throw new AppError("unauthenticated", "Please sign in first.");
  return actor;
}

/** The signed-in person with one of these roles in the project; for everybody else the page is not there. */
export async function requireRole(projectId: string, ...roles: readonly Role[]): Promise<Actor> {
  const actor = await requireUser();
  const role = roleIn(actor, projectId);
  if (role === null || !roles.includes(role)) notFound();
  return actor;
}

/** The same by right, which reads better: `requireRightHere("research.write", study.projectId)`. */
export async function requireRightHere(right: Right, projectId: string): Promise<Actor> {
  const actor = await requireUser();
  if (!can(actor, right, projectId)) notFound();
  return actor;
}
