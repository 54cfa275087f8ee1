"use server";

import { redirect } from "next/navigation";
import { setSessionCookie } from "@/lib/server/auth/current-actor.ts";
import { completeReset, resetSchema } from "@/lib/server/auth/reset-link.ts";
import { action, nobody } from "@/lib/server/http/action.ts";

export const resetAction = action({
  who: nobody,
  input: resetSchema,
  work: async ({ input }) => {
    await setSessionCookie(await completeReset(input));
    redirect("/research");
  },
});
