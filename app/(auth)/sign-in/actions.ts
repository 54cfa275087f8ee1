"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import * as z from "zod";
import { action, noSignIn } from "@/lib/server/platform/auth/action.ts";
import { currentBrowser, setSessionCookie } from "@/lib/server/platform/auth/current-actor.ts";
import { pathAfterSignIn, requireSignIn } from "@/lib/server/platform/auth/require-user.ts";
import { credentialsSchema, signIn } from "@/lib/server/platform/auth/sign-in.ts";
import { networkOf } from "@/lib/server/platform/http/rate-limit.ts";
import { confirmSignIn } from "@/lib/server/users/second-factor/confirm-sign-in.ts";
import { codeSchema } from "@/lib/server/users/second-factor/require-code.ts";

const destination = { to: z.string().max(2_000).optional() };

export const signInAction = action({
  who: noSignIn,
  input: z.strictObject({ ...credentialsSchema.shape, ...destination }),
  work: async ({ input }) => {
    const { to, ...credentials } = input;
    const knownBrowser = await currentBrowser(credentials.email);
    const claims = await signIn({ ...credentials, network: networkOf(await headers()), knownBrowser });
    redirect(pathAfterSignIn(await setSessionCookie(claims), to));
  },
});

export const enterCodeAction = action({
  who: requireSignIn,
  input: z.strictObject({ ...codeSchema.shape, ...destination }),
  work: async ({ actor, input }) => {
    const claims = await confirmSignIn(actor, input.code, await currentBrowser(actor.actor.email));
    redirect(pathAfterSignIn(await setSessionCookie(claims), input.to));
  },
});
