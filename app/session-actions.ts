"use server";

import { redirect } from "next/navigation";
import * as z from "zod";
import { plainAction } from "@/lib/server/platform/auth/action.ts";
import { clearSessionCookie, currentSignIn } from "@/lib/server/platform/auth/current-actor.ts";
import { endSession } from "@/lib/server/platform/auth/end-session.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { chooseProject } from "@/lib/server/users/choose-project.ts";

/** Ends this browser's session, even if it still waits for a code. Also succeeds if the session has already ended. */
export const signOutAction = plainAction<FormData, void>(async () => {
  const begun = await currentSignIn();
  if (begun) await endSession(begun.claims.sid);
  await clearSessionCookie();
  redirect("/sign-in?signed-out");
});

/** Switches to another project. */
export const switchProjectAction = plainAction<FormData, void>(async (given) => {
  const actor = await requireUser();
  const projectId = z.uuid().safeParse(given instanceof FormData ? given.get("projectId") : null);
  if (projectId.success) await chooseProject(actor, projectId.data);
  // The current page belongs to the previous project, so the overview is shown.
  redirect("/research");
});
