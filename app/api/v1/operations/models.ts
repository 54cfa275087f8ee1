import * as z from "zod";
import { modelSorts } from "@/lib/domain/models/registry-view.ts";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { judgeAnswer, judgementFormSchema } from "@/lib/server/models/judging/judge-answers.ts";
import { listModels } from "@/lib/server/models/registry/list-models.ts";
import { correctAnswer, enterAnswer } from "@/lib/server/models/registry/save-answer.ts";
import { archiveModel, createModel, deleteModel, updateModel } from "@/lib/server/models/registry/save-model.ts";
import { archiveRun, createRun, deleteRun, updateRun } from "@/lib/server/models/registry/save-run.ts";
import { createdId, modelParams, operation, projectParams } from "./operation.ts";

const tag = "Models";
const pageQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) });
const archivedBody = z.strictObject({ archived: z.boolean() });
const shortText = boundedText(300).default("");
const dateText = z
  .string()
  .regex(/^(\d{4}(-\d\d(-\d\d)?)?)?$/, "must be a date such as 2026-05-31, 2026-05 or 2026")
  .default("");

const modelBody = z.strictObject({
  name: requiredText(200),
  family: shortText,
  sizeBillions: z.number().min(0).max(1_000_000).nullable().default(null),
  tuning: z.enum(["", "base", "instruct"]).default(""),
  tunedWith: shortText,
  access: z.enum(["", "open", "closed"]).default(""),
  released: dateText,
  licence: shortText,
  notes: boundedText(5_000).default(""),
});

const runBody = z.strictObject({
  source: requiredText(200),
  temperature: z.number().min(0).max(100).nullable().default(null),
  seed: shortText,
  reasoning: z.enum(["", "on", "off"]).default(""),
  effort: shortText,
  prompt: shortText,
  shots: z.number().min(0).max(10_000).nullable().default(null),
  date: dateText,
  harness: shortText,
  harnessVersion: shortText,
  notes: boundedText(5_000).default(""),
});

const runParams = z.object({ run: z.uuid() });

export const modelOperations = [
  operation({
    id: "listModels",
    method: "GET",
    path: "/projects/{project}/models",
    tag,
    summary: "List the models of a project, 50 per page",
    params: projectParams,
    query: pageQuery.extend({
      search: boundedText(200).default(""),
      sort: z.enum(modelSorts).default("name"),
      archived: z.stringbool().default(false),
    }),
    result: z.object({
      total: z.int(),
      models: z.array(
        z.object({
          id: z.uuid(),
          name: z.string(),
          facts: z.record(z.string(), z.string()),
          runs: z.int(),
          answers: z.int(),
          unparsed: z.int(),
        }),
      ),
    }),
    work: ({ actor, params, query: { archived: isArchived, ...query } }) =>
      listModels(actor, params.project, { ...query, isArchived }),
  }),
  operation({
    id: "createModel",
    method: "POST",
    path: "/projects/{project}/models",
    tag,
    summary: "Create a model",
    params: projectParams,
    body: modelBody,
    result: createdId,
    work: ({ actor, params, body }) => createModel(actor, params.project, body),
  }),
  operation({
    id: "updateModel",
    method: "PUT",
    path: "/models/{model}",
    tag,
    summary: "Save the metadata of a model",
    params: modelParams,
    body: modelBody,
    work: ({ actor, params, body }) => updateModel(actor, params.model, body),
  }),
  operation({
    id: "archiveModel",
    method: "PUT",
    path: "/models/{model}/archived",
    tag,
    summary: "Archive a model or restore it",
    params: modelParams,
    body: archivedBody,
    work: ({ actor, params, body }) => archiveModel(actor, params.model, body.archived),
  }),
  operation({
    id: "deleteModel",
    method: "DELETE",
    path: "/models/{model}",
    tag,
    summary: "Delete a model that no study compares",
    params: modelParams,
    work: ({ actor, params }) => deleteModel(actor, params.model),
  }),
  operation({
    id: "createRun",
    method: "POST",
    path: "/models/{model}/runs",
    tag,
    summary: "Create a run whose answers are entered one by one",
    params: modelParams,
    body: runBody.extend({ benchmark: z.uuid() }),
    result: createdId,
    work: ({ actor, params, body }) => createRun(actor, params.model, body),
  }),
  operation({
    id: "updateRun",
    method: "PUT",
    path: "/runs/{run}",
    tag,
    summary: "Save the settings of a run",
    params: runParams,
    body: runBody,
    work: ({ actor, params, body }) => updateRun(actor, params.run, body),
  }),
  operation({
    id: "archiveRun",
    method: "PUT",
    path: "/runs/{run}/archived",
    tag,
    summary: "Archive a run or restore it",
    params: runParams,
    body: archivedBody,
    work: ({ actor, params, body }) => archiveRun(actor, params.run, body.archived),
  }),
  operation({
    id: "deleteRun",
    method: "DELETE",
    path: "/runs/{run}",
    tag,
    summary: "Delete a run with its answers, if no study has counted them",
    params: runParams,
    work: ({ actor, params }) => deleteRun(actor, params.run),
  }),
  operation({
    id: "enterAnswer",
    method: "POST",
    path: "/runs/{run}/answers",
    tag,
    summary: "Enter one answer of a run",
    params: runParams,
    body: z.strictObject({
      item: requiredText(300),
      /** The levels of the condition as "factor=level" pairs, separated by semicolons. */
      condition: boundedText(600).default(""),
      repeat: z.int().min(0).max(1_000_000).nullable().default(null),
      output: requiredText(100_000),
    }),
    work: ({ actor, params, body }) => enterAnswer(actor, params.run, body),
  }),
  operation({
    id: "correctAnswer",
    method: "PUT",
    path: "/answers/{answer}/reading",
    tag,
    summary: "Correct the value that was parsed from the text of an answer",
    params: z.object({ answer: z.uuid() }),
    body: z.strictObject({ reading: boundedText(500) }),
    work: ({ actor, params, body }) => correctAnswer(actor, params.answer, body.reading),
  }),
  operation({
    id: "judgeAnswer",
    method: "POST",
    path: "/answers/{prediction}/judgements",
    tag,
    summary: "Store a person's judgement of an open-ended answer",
    params: judgementFormSchema.pick({ prediction: true }),
    body: judgementFormSchema.omit({ prediction: true }),
    work: ({ actor, params, body }) => judgeAnswer(actor, { ...params, ...body }),
  }),
];
