"use server";

import { refresh } from "next/cache";
import { action } from "@/lib/server/platform/auth/action.ts";
import { rateAnswer, ratingFormSchema } from "@/lib/server/studies/cleaning/rate-answer.ts";

export const rateAnswerAction = action({
  input: ratingFormSchema,
  work: async ({ actor, input }): Promise<unknown> => {
    await rateAnswer(actor, input);
    refresh();
    return null;
  },
});
