"use server";

import { redirect } from "next/navigation";
import * as z from "zod";
import { action, noSignIn } from "@/lib/server/platform/auth/action.ts";
import { completeSetup } from "@/lib/server/platform/auth/complete-setup.ts";
import { setSessionCookie } from "@/lib/server/platform/auth/current-actor.ts";
import { newUserSchema } from "@/lib/server/platform/auth/new-user.ts";
import { pathAfterSignIn } from "@/lib/server/platform/auth/require-user.ts";

export const setupAction = action({
  who: noSignIn,
  input: z.strictObject({ ...newUserSchema.shape, token: z.string().max(200) }),
  work: async ({ input }) => {
    const { token, ...user } = input;
    redirect(pathAfterSignIn(await setSessionCookie(await completeSetup(token, user)), "/research"));
  },
});
