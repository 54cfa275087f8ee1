"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { createHumanEvaluation, humanEvaluationSchema } from "@/lib/server/epistemic/create-human-evaluation.ts";
import { requestShortcutReport } from "@/lib/server/epistemic/shortcut-job.ts";
import { action } from "@/lib/server/http/action.ts";

export const measureShortcutsAction = action({
  input: z.strictObject({ benchmark: z.uuid() }),
  work: async ({ actor, input }) => {
    await requestShortcutReport(actor, input.benchmark);
    refresh();
  },
});

export const createEvaluationAction = action({
  input: humanEvaluationSchema,
  work: async ({ actor, input }): Promise<unknown> => {
    const { id } = await createHumanEvaluation(actor, input);
    redirect(`/research/studies/${id}`);
  },
});
