"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import * as z from "zod";
import { requestArtefactReport } from "@/lib/server/mindgames/artefact-job.ts";
import { createHumanEvaluation, humanEvaluationSchema } from "@/lib/server/mindgames/create-human-evaluation.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

export const measureArtefactsAction = action({
  input: z.strictObject({ benchmark: z.uuid() }),
  work: async ({ actor, input }) => {
    await requestArtefactReport(actor, input.benchmark);
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
