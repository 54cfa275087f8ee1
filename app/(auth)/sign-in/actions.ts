"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import { setSessionCookie } from "@/lib/server/auth/current-actor.ts";
import { credentialsSchema } from "@/lib/server/auth/next-auth-options.ts";
import { signIn } from "@/lib/server/auth/sign-in.ts";
import { action, nobody } from "@/lib/server/http/action.ts";
import { parseDestination } from "@/lib/server/http/destination.ts";
import { networkOf } from "@/lib/server/http/rate-limit.ts";

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
