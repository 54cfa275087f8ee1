"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import * as z from "zod";
import { action, noSignIn } from "@/lib/server/platform/auth/action.ts";
import { currentBrowser, setSessionCookie } from "@/lib/server/platform/auth/current-actor.ts";
import { pathAfterSignIn } from "@/lib/server/platform/auth/require-user.ts";
import { networkOf } from "@/lib/server/platform/http/rate-limit.ts";
import {
  acceptAsNewcomer,
  acceptAsSignedIn,
  acceptWithPassword,
  memberPasswordSchema,
  newcomerSchema,
} from "@/lib/server/users/accept-invitation.ts";

const token = z.string().max(200);

export const joinAsNewcomer = action({
  who: noSignIn,
  input: z.strictObject({ ...newcomerSchema.shape, token }),
  work: async ({ input }) => {
    const { token, ...newcomer } = input;
    redirect(pathAfterSignIn(await setSessionCookie(await acceptAsNewcomer(token, newcomer)), "/research"));
  },
});

export const joinWithPassword = action({
  who: noSignIn,
  input: z.strictObject({ ...memberPasswordSchema.shape, token }),
  work: async ({ input }) => {
    const asker = { network: networkOf(await headers()), findBrowser: currentBrowser };
    const step = await setSessionCookie(await acceptWithPassword(input.token, input.password, asker));
    // A user who must first enter a code returns here afterwards to accept the invitation.
    redirect(pathAfterSignIn(step, step === "complete" ? "/research" : `/invitation/${input.token}`));
  },
});

export const joinAsSignedIn = action({
  input: z.strictObject({ token }),
  work: async ({ actor, input }) => {
    await acceptAsSignedIn(input.token, actor);
    redirect("/research");
  },
});
