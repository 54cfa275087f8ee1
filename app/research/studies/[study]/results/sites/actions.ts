"use server";

import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { maxSites, requestPool } from "@/lib/server/archive/request-pool.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { refreshAfter } from "../../../../and-refresh.ts";

export const poolSitesAction = action({
  input: z.strictObject({
    study: z.uuid(),
    others: z.union([z.uuid().transform((one) => [one]), z.array(z.uuid()).max(maxSites)]).default([]),
    sharedKey: boundedText(1_000).default(""),
  }),
  work: ({ actor, input: { study, others, sharedKey } }) => refreshAfter(requestPool(actor, study, others, sharedKey)),
});
