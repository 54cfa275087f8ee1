"use server";

import { redirect } from "next/navigation";
import { createHumanEvaluation, humanEvaluationSchema } from "@/lib/server/mindgames/create-human-evaluation.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

export const createEvaluationAction = action({
  input: humanEvaluationSchema,
  work: async ({ actor, input }): Promise<unknown> => {
    const { id } = await createHumanEvaluation(actor, input);
    redirect(`/research/studies/${id}`);
  },
});
