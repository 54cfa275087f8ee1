"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { requirePerson } from "@/lib/server/access.ts";
import { changePassword, passwordChangeSchema } from "@/lib/server/auth/change-password.ts";
import { clearSessionCookie, setSessionCookie } from "@/lib/server/auth/current-actor.ts";
import { endAllSessions } from "@/lib/server/auth/end-session.ts";
import { withTx } from "@/lib/server/database/with-transaction.ts";
import { action } from "@/lib/server/http/action.ts";

export const changePasswordAction = action({
  input: passwordChangeSchema,
  work: async ({ actor, input }) => setSessionCookie(await changePassword(actor, input)),
  message: "Your password is changed, and all other browsers are signed out.",
});

export const signOutEverywhereAction = action({
  input: z.strictObject({}),
  work: async ({ actor }) => {
    const userId = requirePerson(actor);
    await withTx((tx) => endAllSessions(tx, userId));
    await clearSessionCookie();
    redirect("/sign-in?signed-out");
  },
});
