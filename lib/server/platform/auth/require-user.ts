import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { Actor } from "../access/access.ts";
import { AppError } from "../errors/app-error.ts";
import { actorOfToken, currentActor } from "./current-actor.ts";
import { readCookie } from "./read-cookie.ts";
import { cookieFrame } from "./session-cookie.ts";

/** The signed-in person, for pages and actions; anyone else is sent to sign in and comes back afterwards. */
export async function requireUser(): Promise<Actor> {
  const actor = await currentActor();
  if (actor) return actor;
  const here = (await headers()).get("x-parallax-path");
  redirect(here ? `/sign-in?to=${encodeURIComponent(here)}` : "/sign-in");
}

/** The signed-in person, for route handlers: `who: requireActor`. Asks the request alone, whoever called the handler. */
export async function requireActor(request: Request): Promise<Actor> {
  const actor = await actorOfToken(readCookie(request.headers.get("cookie"), cookieFrame("session").name));
  if (!actor) throw new AppError("unauthenticated", "Please sign in first.");
  return actor;
}
