"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import * as z from "zod";
import { action } from "@/lib/server/platform/auth/action.ts";
import { changePassword, passwordChangeSchema } from "@/lib/server/platform/auth/change-password.ts";
import { clearSessionCookie, setSessionCookie } from "@/lib/server/platform/auth/current-actor.ts";
import { signOutEverywhere } from "@/lib/server/platform/auth/end-session.ts";
import { endOwnSession } from "@/lib/server/platform/auth/own-sessions.ts";

export const changePasswordAction = action({
  input: passwordChangeSchema,
  work: async ({ actor, input }) => setSessionCookie(await changePassword(actor, input)),
  message: "Your password is changed, and all other browsers are signed out.",
});

export const endSessionAction = action({
  input: z.strictObject({ session: z.uuid() }),
  work: async ({ actor, input }) => {
    await endOwnSession(actor, input.session);
    revalidatePath("/account");
  },
});

export const signOutEverywhereAction = action({
  input: z.strictObject({}),
  work: async ({ actor }) => {
    await signOutEverywhere(actor);
    await clearSessionCookie();
    redirect("/sign-in?signed-out");
  },
});
