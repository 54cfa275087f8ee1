"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import { dismissNotices } from "@/lib/server/annotation/notices.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

/** Takes those notices of what was taken back from one off the list that were on the screen. */
export const dismissNoticesAction = action({
  input: z.strictObject({
    notices: z
      .string()
      .transform((ids) => ids.split(" "))
      .pipe(z.array(z.uuid()).max(100)),
  }),
  work: async ({ actor, input }): Promise<unknown> => {
    await dismissNotices(actor, input.notices);
    refresh();
    return null;
  },
});
