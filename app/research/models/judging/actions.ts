"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import * as z from "zod";
import { boundedText } from "@/lib/domain/text.ts";
import { beginJudging } from "@/lib/server/models/evaluations/begin-judging.ts";
import { parseNumberField } from "@/lib/server/models/evaluations/read-forms.ts";
import { judgeAnswer, judgementFormSchema } from "@/lib/server/models/judging/judge-answers.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

/**
 * Starts an evaluation in which a model judges the open-ended answers of a run, and opens the page of that evaluation.
 */
export const beginJudgingAction = action({
  input: z.strictObject({ endpoint: z.uuid(), run: z.uuid(), limitUsd: boundedText(40) }),
  work: async ({ actor, input }): Promise<unknown> => {
    const { id } = await beginJudging(actor, { ...input, limitUsd: parseNumberField("limitUsd", input.limitUsd) });
    redirect(`/research/models/evaluations/${id}`);
  },
});

/** Stores a person's judgement of an answer and shows the next one. */
export const judgeAnswerAction = action({
  input: judgementFormSchema,
  work: async ({ actor, input }): Promise<unknown> => {
    await judgeAnswer(actor, input);
    refresh();
    return null;
  },
});
