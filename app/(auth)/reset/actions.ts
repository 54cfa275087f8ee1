"use server";

import { redirect } from "next/navigation";
import { action, noSignIn } from "@/lib/server/platform/auth/action.ts";
import { setSessionCookie } from "@/lib/server/platform/auth/current-actor.ts";
import { pathAfterSignIn } from "@/lib/server/platform/auth/require-user.ts";
import { completeReset, resetSchema } from "@/lib/server/users/reset-link.ts";

export const resetAction = action({
  who: noSignIn,
  input: resetSchema,
  work: async ({ input }) => {
    redirect(pathAfterSignIn(await setSessionCookie(await completeReset(input)), "/research"));
  },
});
