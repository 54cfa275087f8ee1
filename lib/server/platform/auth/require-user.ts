import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { Actor } from "../access/access.ts";
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
