"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { action, nobody } from "@/lib/server/platform/auth/action.ts";
import { setSessionCookie } from "@/lib/server/platform/auth/current-actor.ts";
import { credentialsSchema } from "@/lib/server/platform/auth/next-auth-options.ts";
import { signIn } from "@/lib/server/platform/auth/sign-in.ts";
import { parseDestination } from "@/lib/server/platform/http/destination.ts";
import { networkOf } from "@/lib/server/platform/http/rate-limit.ts";

export const signInAction = action({
  who: nobody,
  input: z.strictObject({ ...credentialsSchema.shape, to: z.string().max(2_000).optional() }),
  work: async ({ input }) => {
    const { to, ...credentials } = input;
    const claims = await signIn({ ...credentials, network: networkOf(await headers()) });
    await setSessionCookie(claims);
    redirect(parseDestination(to));
  },
});
