"use server";

import { refresh } from "next/cache";
import * as z from "zod";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";
import { requestBehaviours } from "@/lib/server/demo/simulation/simulation-job.ts";
import { action } from "@/lib/server/platform/auth/action.ts";
import { adjudicateAnswer, adjudicationFormSchema } from "@/lib/server/studies/cleaning/rate-answer.ts";
import { startReview } from "@/lib/server/studies/cleaning/start-review.ts";

export const startReviewAction = action({
  input: z.strictObject({ study: z.uuid() }),
  work: async ({ actor, input }) => {
    const added = await startReview(actor, input.study);
    refresh();
    return added;
  },
  message: ({ flagged, sampled }) =>
    `${formatNumberOf(flagged, "flagged answer")} and ${formatNumberOf(sampled, "sampled answer")} added.`,
});

export const runBehavioursAction = action({
  input: z.strictObject({ study: z.uuid() }),
  work: async ({ actor, input }): Promise<unknown> => {
    await requestBehaviours(actor, input.study);
    refresh();
    return null;
  },
});

export const adjudicateAction = action({
  input: adjudicationFormSchema,
  work: async ({ actor, input }): Promise<unknown> => {
    await adjudicateAnswer(actor, input);
    refresh();
    return null;
  },
});
