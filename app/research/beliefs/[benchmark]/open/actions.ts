"use server";

import { refresh } from "next/cache";
import { makeOpenQuestions, openQuestionsSchema } from "@/lib/server/beliefs/load-open-questions.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

/** Generates the open questions of a benchmark of expressions. */
export const makeOpenQuestionsAction = action({
  input: openQuestionsSchema,
  work: async ({ actor, input }): Promise<unknown> => {
    await makeOpenQuestions(actor, input.benchmark);
    refresh();
    return null;
  },
  message: "The questions are being generated.",
});
