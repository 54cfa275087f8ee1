"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { action } from "@/lib/server/platform/auth/action.ts";
import { setRetention } from "@/lib/server/sessions/erasure/set-retention.ts";

export const setRetentionAction = action({
  input: z.strictObject({
    study: z.uuid(),
    until: z.union([z.literal(""), z.iso.date()], "must be a date").default(""),
  }),
  work: async ({ actor, input }): Promise<unknown> => {
    await setRetention(actor, input.study, input.until || null);
    refresh();
    return null;
  },
  message: "Saved.",
});
