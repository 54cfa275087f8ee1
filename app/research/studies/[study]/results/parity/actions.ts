"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { action } from "@/lib/server/platform/auth/action.ts";
import { revokeSignOff, signOffParity, signOffSchema } from "@/lib/server/studies/parity/sign-off-parity.ts";

/** Signs off stimuli that differ between models and people. */
export const signOffParityAction = action({
  input: signOffSchema,
  work: async ({ actor, input }) => {
    await signOffParity(actor, input);
    refresh();
    return null;
  },
  message: "Stimulus signed off. The audit log contains an entry.",
});

/** Revokes a sign-off. */
export const revokeSignOffAction = action({
  input: z.strictObject({ studyId: z.uuid(), signOffId: z.uuid() }),
  work: async ({ actor, input }) => {
    await revokeSignOff(actor, input);
    refresh();
    return null;
  },
  message: "The sign-off is revoked.",
});
