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

/**
 * The signed-in user, for pages and actions; other visitors are redirected to the sign-in page and return afterwards.
 */
export async function requireUser(): Promise<Actor> {
  const actor = await currentActor();
  if (actor) return actor;
  const currentPath = (await headers()).get("x-parallax-path");
  const signIn = await currentSignIn();
  redirect(
    signIn
      ? pathAfterSignIn(signIn.step, currentPath)
      : currentPath
        ? `/sign-in?to=${encodeURIComponent(currentPath)}`
        : "/sign-in",
  );
}

/** A user with an incomplete sign-in, for the pages and actions that complete it. */
export async function requireSignIn(): Promise<CurrentSignIn> {
  const pendingSignIn = await currentSignIn();
  if (!pendingSignIn) redirect("/sign-in");
  return pendingSignIn;
}

/**
 * The path after a sign-in step: the destination, or first the page for the code or the set-up of the second factor.
 */
export function pathAfterSignIn(step: SignInStep, destination: unknown): string {
  const to = parseDestination(destination);
  return step === "complete" ? to : `/sign-in/${step}?to=${encodeURIComponent(to)}`;
}

/**
 * The signed-in user, or the user for whom a program acts with an API token, for route handlers: `who: requireActor`.
 * Reads only the given request.
 */
export async function requireActor(request: Request): Promise<Actor> {
  if (hasApiToken(request.headers)) return actorOfApiToken(request.headers);
  const actor = await actorOfToken(readCookie(request.headers.get("cookie"), cookieAttributes("session").name));
  if (!actor) throw new AppError("unauthenticated", "Please sign in first.");
  return actor;
}
