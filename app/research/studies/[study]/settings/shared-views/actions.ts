"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { action } from "@/lib/server/platform/auth/action.ts";
import { environment } from "@/lib/server/platform/environment.ts";
import { createSharedView, revokeSharedView, sharedViewFormSchema } from "@/lib/server/sharing/shared-view.ts";

/** Creates a link to the study. The address of the link is only in the response. */
export const createSharedViewAction = action({
  input: sharedViewFormSchema.extend({
    study: z.uuid(),
    isBlinded: z
      .literal("on")
      .optional()
      .transform((value) => value === "on"),
  }),
  work: async ({ actor, input: { study, ...form } }) => {
    const { token } = await createSharedView(actor, study, form);
    refresh();
    return { label: form.label.trim(), address: `${environment().publicUrl}/shared/${token}` };
  },
});

/** Revokes a link; the next request with it is refused. */
export const revokeSharedViewAction = action({
  input: z.strictObject({ study: z.uuid(), view: z.uuid() }),
  work: async ({ actor, input: { study, view } }): Promise<unknown> => {
    await revokeSharedView(actor, study, view);
    refresh();
    return null;
  },
});
