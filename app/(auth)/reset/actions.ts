"use server";

import { redirect } from "next/navigation";
import { action, nobody } from "@/lib/server/platform/auth/action.ts";
import { setSessionCookie } from "@/lib/server/platform/auth/current-actor.ts";
import { completeReset, resetSchema } from "@/lib/server/users/reset-link.ts";

export const resetAction = action({
  who: nobody,
  input: resetSchema,
  work: async ({ input }) => {
    await setSessionCookie(await completeReset(input));
    redirect("/research");
  },
});
