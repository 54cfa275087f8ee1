"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import * as z from "zod";
import { answerFormSchema, modelFormSchema, newRunFormSchema, runFormSchema } from "@/lib/domain/models/registry.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { correctAnswer, enterAnswer } from "@/lib/server/models/registry/save-answer.ts";
import { archiveModel, createModel, deleteModel, updateModel } from "@/lib/server/models/registry/save-model.ts";
import { archiveRun, createRun, deleteRun, updateRun } from "@/lib/server/models/registry/save-run.ts";
import { reparseBenchmark } from "@/lib/server/models/reparse-benchmark.ts";
import { action } from "@/lib/server/platform/auth/action.ts";

const archive = z.enum(["yes", "no"]);

/** Registers a model in a project and opens its page. */
export const createModelAction = action({
  input: modelFormSchema.extend({ project: z.uuid() }),
  work: async ({ actor, input: { project, ...form } }): Promise<unknown> => {
    const { id } = await createModel(actor, project, form);
    redirect(`/research/models/${id}`);
  },
});

/** Saves the details of a model. */
export const updateModelAction = action({
  input: modelFormSchema.extend({ model: z.uuid() }),
  work: ({ actor, input: { model, ...form } }) => andRefresh(updateModel(actor, model, form)),
  message: "The model is saved.",
});

/** Hides a model from the lists, or shows it again. */
export const archiveModelAction = action({
  input: z.strictObject({ model: z.uuid(), archived: archive }),
  work: ({ actor, input }) => andRefresh(archiveModel(actor, input.model, input.archived === "yes")),
});

/** Deletes a model if this is allowed, and returns to the list. */
export const deleteModelAction = action({
  input: z.strictObject({ model: z.uuid() }),
  work: async ({ actor, input }): Promise<unknown> => {
    await deleteModel(actor, input.model);
    redirect("/research/models");
  },
});

/** Creates a run whose answers are entered manually, and opens the page of its answers. */
export const createRunAction = action({
  input: newRunFormSchema.extend({ model: z.uuid() }),
  work: async ({ actor, input: { model, ...form } }): Promise<unknown> => {
    const { id } = await createRun(actor, model, form);
    redirect(`/research/models/${model}/runs/${id}`);
  },
});

/** Enters one answer of a run by hand. */
export const enterAnswerAction = action({
  input: answerFormSchema.extend({ run: z.uuid() }),
  work: ({ actor, input: { run, ...form } }) => andRefresh(enterAnswer(actor, run, form)),
  message: "The answer is stored.",
});

/** Corrects how one answer was parsed. */
export const correctAnswerAction = action({
  input: z.strictObject({ prediction: z.uuid(), answer: boundedText(500) }),
  work: ({ actor, input }) => andRefresh(correctAnswer(actor, input.prediction, input.answer)),
  message: "The parsed answer is saved.",
});

/** Saves the details of a run. */
export const updateRunAction = action({
  input: runFormSchema.extend({ run: z.uuid() }),
  work: ({ actor, input: { run, ...form } }) => andRefresh(updateRun(actor, run, form)),
  message: "The run is saved.",
});

/** Hides a run from the lists, or shows it again. */
export const archiveRunAction = action({
  input: z.strictObject({ run: z.uuid(), archived: archive }),
  work: ({ actor, input }) => andRefresh(archiveRun(actor, input.run, input.archived === "yes")),
});

/** Deletes a run with its answers, unless a study has counted them. */
export const deleteRunAction = action({
  input: z.strictObject({ run: z.uuid() }),
  work: ({ actor, input }) => andRefresh(deleteRun(actor, input.run)),
});

/**
 * Parses a benchmark's stored texts again with the newest parser. Without `apply`, only counts the changes; otherwise
 * stores them.
 */
export const rereadAction = action({
  input: z.strictObject({ benchmark: z.uuid(), apply: archive }),
  work: async ({ actor, input }) => {
    const { read, changed, isApplied } = await reparseBenchmark(actor, input.benchmark, input.apply === "yes");
    if (isApplied) refresh();
    return { read, changed, isApplied };
  },
  message: ({ read, changed, isApplied }) =>
    `${read} texts were parsed again; ${changed} answers ${isApplied ? "are changed" : "would change. Nothing is stored yet"}.`,
});

async function andRefresh(work: Promise<void>): Promise<unknown> {
  await work;
  refresh();
  return null;
}
