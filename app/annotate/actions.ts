"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { dismissNotices } from "@/lib/server/annotation/notices.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

/** Takes what a lead took back from one off the list. */
export const dismissNoticesAction = action({
  input: z.strictObject({}),
  work: async ({ actor }): Promise<unknown> => {
    await dismissNotices(actor);
    refresh();
    return null;
  },
});
