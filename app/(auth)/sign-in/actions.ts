"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import * as z from "zod";
import { action, nobody } from "@/lib/server/platform/auth/action.ts";
import { currentBrowser, setSessionCookie } from "@/lib/server/platform/auth/current-actor.ts";
import { credentialsSchema, signIn } from "@/lib/server/platform/auth/sign-in.ts";
import { parseDestination } from "@/lib/server/platform/http/destination.ts";
import { networkOf } from "@/lib/server/platform/http/rate-limit.ts";

export const signInAction = action({
  who: nobody,
  input: z.strictObject({ ...credentialsSchema.shape, to: z.string().max(2_000).optional() }),
  work: async ({ input }) => {
    const { to, ...credentials } = input;
    const knownBrowser = await currentBrowser(credentials.email);
    await setSessionCookie(await signIn({ ...credentials, network: networkOf(await headers()), knownBrowser }));
    redirect(parseDestination(to));
  },
});
