"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { completeSetup } from "@/lib/server/auth/complete-setup.ts";
import { setSessionCookie } from "@/lib/server/auth/current-actor.ts";
import { newUserSchema } from "@/lib/server/auth/new-user.ts";
import { action, nobody } from "@/lib/server/http/action.ts";

export const setupAction = action({
  who: nobody,
  input: z.strictObject({ ...newUserSchema.shape, token: z.string().max(200) }),
  work: async ({ input }) => {
    const { token, ...user } = input;
    await setSessionCookie(await completeSetup(token, user));
    redirect("/research");
  },
});
