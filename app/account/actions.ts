"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import * as z from "zod";
import { action } from "@/lib/server/platform/auth/action.ts";
import { changePassword, passwordChangeSchema } from "@/lib/server/platform/auth/change-password.ts";
import { clearSessionCookie, setSessionCookie } from "@/lib/server/platform/auth/current-actor.ts";
import { signOutEverywhere } from "@/lib/server/platform/auth/end-session.ts";
import { endOwnSession } from "@/lib/server/platform/auth/own-sessions.ts";
import { requireSignIn } from "@/lib/server/platform/auth/require-user.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  setupSchema,
} from "@/lib/server/users/second-factor/own-second-factor.ts";
import { codeSchema } from "@/lib/server/users/second-factor/require-code.ts";

export const changePasswordAction = action({
  input: passwordChangeSchema,
  work: async ({ actor, input }) => setSessionCookie(await changePassword(actor, input)),
  message: "Password changed. All other browsers were signed out.",
});

export const endSessionAction = action({
  input: z.strictObject({ session: z.uuid() }),
  work: async ({ actor, input }) => {
    await endOwnSession(actor, input.session);
    revalidatePath("/account");
  },
});

export const setUpAuthenticatorAction = action({
  who: requireSignIn,
  input: setupSchema,
  work: async ({ actor, input }) => {
    await beginSecondFactor(actor, input);
    refreshPages();
  },
});

export const confirmAuthenticatorAction = action({
  who: requireSignIn,
  input: codeSchema,
  work: async ({ actor, input }) => {
    const { codes, claims } = await confirmSecondFactor(actor, input.code);
    await setSessionCookie(claims);
    refreshPages();
    return { codes };
  },
});

export const renewRecoveryCodesAction = action({
  who: requireSignIn,
  input: codeSchema,
  work: async ({ actor, input }) => await renewRecoveryCodes(actor, input.code),
});

export const removeAuthenticatorAction = action({
  who: requireSignIn,
  input: codeSchema,
  work: async ({ actor, input }) => {
    await removeSecondFactor(actor, input.code);
    refreshPages();
  },
});

/** Refreshes the pages that show the state of the second factor. */
function refreshPages(): void {
  revalidatePath("/account");
  revalidatePath("/sign-in/enrol");
}

export const signOutEverywhereAction = action({
  input: z.strictObject({}),
  work: async ({ actor }) => {
    await signOutEverywhere(actor);
    await clearSessionCookie();
    redirect("/sign-in?signed-out");
  },
});
