"use server";

import { refresh } from "next/cache";
import { action } from "@/lib/server/platform/auth/action.ts";
import { rateAnswer, ratingFormSchema } from "@/lib/server/studies/cleaning/rate-answer.ts";

export const rateAnswerAction = action({
  input: ratingFormSchema,
  work: async ({ actor, input }): Promise<unknown> => {
    try {
      await rateAnswer(actor, input);
      return null;
    } finally {
      // A conflict also refreshes the page: other raters have rated the answer in the meantime, so the next one is
      // shown.
      refresh();
    }
  },
});
