"use server";

import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import * as z from "zod";
import { action, nobody } from "@/lib/server/platform/auth/action.ts";
import { keepSessionToken } from "@/lib/server/platform/auth/current-actor.ts";
import {
  knownBrowserCookie,
  makeKnownBrowserToken,
  readKnownBrowser,
} from "@/lib/server/platform/auth/known-browser.ts";
import { credentialsSchema } from "@/lib/server/platform/auth/next-auth-options.ts";
import { signInWithNextAuth } from "@/lib/server/platform/auth/sign-in-with-next-auth.ts";
import { parseDestination } from "@/lib/server/platform/http/destination.ts";
import { networkOf } from "@/lib/server/platform/http/rate-limit.ts";

export const signInAction = action({
  who: nobody,
  input: z.strictObject({ ...credentialsSchema.shape, to: z.string().max(2_000).optional() }),
  work: async ({ input }) => {
    const { to, ...credentials } = input;
    const browser = await knownBrowserCookie(credentials.email);
    const jar = await cookies();
    const knownBrowser = await readKnownBrowser(credentials.email, jar.get(browser.name)?.value);
    const network = networkOf(await headers());
    const { token } = await signInWithNextAuth({ ...credentials, network, knownBrowser });
    await keepSessionToken(token);
    jar.set(browser.name, await makeKnownBrowserToken(credentials.email), browser.options);
    redirect(parseDestination(to));
  },
});
