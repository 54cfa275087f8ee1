"use server";

import { redirect } from "next/navigation";
import { action, nobody } from "@/lib/server/platform/auth/action.ts";
import { setSessionCookie } from "@/lib/server/platform/auth/current-actor.ts";
import { pathAfterSignIn } from "@/lib/server/platform/auth/require-user.ts";
import { completeReset, resetSchema } from "@/lib/server/users/reset-link.ts";

export const resetAction = action({
  who: nobody,
  input: resetSchema,
  work: async ({ input }) => {
    redirect(pathAfterSignIn(await setSessionCookie(await completeReset(input)), "/research"));
  },
});
