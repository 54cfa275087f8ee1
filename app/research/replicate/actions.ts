"use server";

import { redirect } from "next/navigation";
import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { parseNumberField } from "@/lib/server/models/evaluations/read-forms.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { requestReplication } from "@/lib/server/replicate/replication-job.ts";

const oneOrMore = z.union([boundedText(200).transform((one) => [one]), z.array(boundedText(200)).max(50)]);

/** Begins a replication and opens its page. */
export const replicateAction = action({
  input: z.strictObject({
    project: z.uuid(),
    paper: z.string().max(40),
    benchmark: z.union([z.literal(""), z.uuid()], "must be chosen"),
    data: z.uuid("must be an upload").optional(),
    logs: z.uuid("must be an upload").optional(),
    endpoints: oneOrMore.default([]),
    study: boundedText(60).default(""),
    maxCost: boundedText(40).default(""),
    imported: z.literal("on").optional(),
  }),
  work: async ({ actor, input: { project, benchmark, maxCost, imported, ...form } }): Promise<unknown> => {
    await requestReplication(actor, project, {
      ...form,
      benchmark: benchmark === "" ? undefined : benchmark,
      imported: imported === "on",
      maxCostUsd: parseNumberField("maxCost", maxCost),
    });
    redirect(`/research/replicate/${form.paper}`);
  },
});
