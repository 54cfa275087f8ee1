"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { clearSessionCookie, currentActor } from "@/lib/server/platform/auth/current-actor.ts";
import { endSession } from "@/lib/server/platform/auth/end-session.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { assertSameOrigin } from "@/lib/server/platform/http/same-origin.ts";
import { chooseProject } from "@/lib/server/users/choose-project.ts";

/** Ends this browser's session. Works for a session that has ended already, too. */
export async function signOutAction(_form: FormData): Promise<void> {
  assertSameOrigin(await headers());
  const actor = await currentActor();
  if (actor?.sessionId) await endSession(actor.sessionId);
  await clearSessionCookie();
  redirect("/sign-in?signed-out");
}

/** Goes over to another project. */
export async function switchProjectAction(form: FormData): Promise<void> {
  assertSameOrigin(await headers());
  const actor = await requireUser();
  const projectId = z.uuid().safeParse(form.get("projectId"));
  if (projectId.success) await chooseProject(actor, projectId.data);
  // Whatever was on screen belongs to the project that was left.
  redirect("/research");
}
