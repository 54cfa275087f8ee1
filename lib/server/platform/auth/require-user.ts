import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { Actor } from "../access/access.ts";
import { hasApiToken } from "../access/token-scope.ts";
import { AppError } from "../errors/app-error.ts";
import { parseDestination } from "../http/destination.ts";
import { actorOfToken, type CurrentSignIn, currentActor, currentSignIn } from "./current-actor.ts";
import { readCookie } from "./read-cookie.ts";
import type { SignInStep } from "./read-session.ts";
import { cookieAttributes } from "./session-cookie.ts";
import { actorOfApiToken } from "./tokens/actor-of-api-token.ts";

/** The signed-in user, for pages and actions; others are redirected to sign in and return afterwards. */
export async function requireUser(): Promise<Actor> {
  const actor = await currentActor();
  if (actor) return actor;
  const here = (await headers()).get("x-parallax-path");
  const begun = await currentSignIn();
  redirect(begun ? pathAfterSignIn(begun.step, here) : here ? `/sign-in?to=${encodeURIComponent(here)}` : "/sign-in");
}

/** A user with an incomplete sign-in, for the pages and actions that complete it. */
export async function requireSignIn(): Promise<CurrentSignIn> {
  const begun = await currentSignIn();
  if (!begun) redirect("/sign-in");
  return begun;
}

/** The redirect after a sign-in step: to the destination, or first to the code or the set-up of the second factor. */
export function pathAfterSignIn(step: SignInStep, destination: unknown): string {
  const to = parseDestination(destination);
  return step === "complete" ? to : `/sign-in/${step}?to=${encodeURIComponent(to)}`;
}

/**
 * The signed-in user, or the user for whom a program acts with an API token, for route handlers: `who: requireActor`.
 * Reads only the request, regardless of the caller.
 */
export async function requireActor(request: Request): Promise<Actor> {
  if (hasApiToken(request.headers)) return actorOfApiToken(request.headers);
  const actor = await actorOfToken(readCookie(request.headers.get("cookie"), cookieAttributes("session").name));
  if (!actor) throw new AppError("unauthenticated", "Please sign in first.");
  return actor;
}
