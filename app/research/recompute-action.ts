"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { recomputeResult } from "@/lib/server/background/stored-results.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

/** Requests that a stored result is computed again, because its data have changed or the last attempt failed. */
export const recomputeAction = action({
  input: z.strictObject({ kind: z.string().max(40), subject: z.string().max(20_000) }),
  work: async ({ actor, input }) => {
    await recomputeResult(actor, input.kind, input.subject);
    refresh();
    return null;
  },
});
