"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { dismissNotices } from "@/lib/server/annotation/guidelines/notices.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

const isId = (text: string) => z.uuid().safeParse(text).success;

/** Dismisses the notices of withdrawn work that were on the screen. */
export const dismissNoticesAction = action({
  input: z.strictObject({
    notices: z
      .string()
      .refine((ids) => ids.split(" ").length <= 100 && ids.split(" ").every(isId), "must be at most 100 notices")
      .transform((ids) => ids.split(" ")),
  }),
  work: async ({ actor, input }): Promise<unknown> => {
    await dismissNotices(actor, input.notices);
    refresh();
    return null;
  },
});
