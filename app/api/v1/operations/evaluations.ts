import * as z from "zod";
import { endpointSettingsSchema } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { beginJudging, judgingFormSchema } from "@/lib/server/models/evaluations/begin-judging.ts";
import { pauseEvaluation, resumeEvaluation } from "@/lib/server/models/evaluations/control-evaluation.ts";
import {
  createEvaluation,
  estimateEvaluation,
  evaluationFormSchema,
  limitSchema,
} from "@/lib/server/models/evaluations/create-evaluation.ts";
import {
  archiveEndpoint,
  createEndpoint,
  listEndpoints,
  updateEndpoint,
} from "@/lib/server/models/evaluations/endpoints.ts";
import { getEvaluation, listEvaluations } from "@/lib/server/models/evaluations/get-evaluations.ts";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { benchmarkParams, createdId, operation, projectParams } from "./operation.ts";

const tag = "Evaluations";
const evaluationParams = z.object({ evaluation: z.uuid() });
const endpointParams = z.object({ endpoint: z.uuid() });
const runParams = z.object({ run: z.uuid() });

/** An endpoint; the key is stored encrypted and never returned. */
const endpointBody = z.strictObject({
  name: requiredText(200),
  settings: endpointSettingsSchema,
  key: z.string().max(2_000).optional(),
});

export const evaluationOperations = [
  operation({
    id: "listEndpoints",
    method: "GET",
    path: "/projects/{project}/endpoints",
    tag,
    summary: "List the endpoints of a project, without their keys",
    params: projectParams,
    result: z.object({ endpoints: z.array(z.looseObject({ id: z.uuid(), name: z.string() })) }),
    work: async ({ actor, params }) => ({ endpoints: await listEndpoints(actor, params.project) }),
  }),
  operation({
    id: "createEndpoint",
    method: "POST",
    path: "/projects/{project}/endpoints",
    tag,
    summary: "Create an endpoint",
    params: projectParams,
    body: endpointBody,
    result: createdId,
    work: ({ actor, params, body }) => createEndpoint(actor, params.project, body),
  }),
  operation({
    id: "updateEndpoint",
    method: "PUT",
    path: "/endpoints/{endpoint}",
    tag,
    summary: "Save an endpoint; without a key the stored one is kept",
    params: endpointParams,
    body: endpointBody,
    work: ({ actor, params, body }) => updateEndpoint(actor, params.endpoint, body),
  }),
  operation({
    id: "archiveEndpoint",
    method: "PUT",
    path: "/endpoints/{endpoint}/archived",
    tag,
    summary: "Archive an endpoint or restore it",
    params: endpointParams,
    body: z.strictObject({ archived: z.boolean() }),
    work: ({ actor, params, body }) => archiveEndpoint(actor, params.endpoint, body.archived),
  }),
  operation({
    id: "listEvaluations",
    method: "GET",
    path: "/projects/{project}/evaluations",
    tag,
    summary: "List the evaluations of a project, 30 per page",
    params: projectParams,
    query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
    result: z.object({ total: z.int(), evaluations: z.array(z.looseObject({ id: z.uuid(), state: z.string() })) }),
    work: ({ actor, params, query }) => listEvaluations(actor, params.project, query.page),
  }),
  operation({
    id: "getEvaluation",
    method: "GET",
    path: "/evaluations/{evaluation}",
    tag,
    summary: "Get an evaluation and its progress",
    params: evaluationParams,
    result: z.looseObject({ id: z.uuid(), state: z.string() }),
    work: async ({ actor, params }) => {
      const evaluation = await getEvaluation(actor, params.evaluation);
      if (!evaluation) throw notFoundError();
      return evaluation;
    },
  }),
  operation({
    id: "estimateEvaluation",
    method: "POST",
    path: "/benchmarks/{benchmark}/evaluation-estimates",
    tag,
    summary: "Estimate the requests and the cost of an evaluation",
    params: benchmarkParams,
    body: evaluationFormSchema.omit({ benchmark: true }),
    result: z.looseObject({}),
    work: ({ actor, params, body }) => estimateEvaluation(actor, { ...params, ...body }),
  }),
  operation({
    id: "createEvaluation",
    method: "POST",
    path: "/benchmarks/{benchmark}/evaluations",
    tag,
    summary: "Start an evaluation of a model",
    params: benchmarkParams,
    body: evaluationFormSchema.omit({ benchmark: true }),
    result: createdId,
    work: ({ actor, params, body }) => createEvaluation(actor, { ...params, ...body }),
  }),
  operation({
    id: "beginJudging",
    method: "POST",
    path: "/runs/{run}/judgings",
    tag,
    summary: "Start judging the open-ended answers of a run by a model",
    params: runParams,
    body: judgingFormSchema.omit({ run: true }),
    result: createdId,
    work: ({ actor, params, body }) => beginJudging(actor, { ...params, ...body }),
  }),
  operation({
    id: "pauseEvaluation",
    method: "POST",
    path: "/evaluations/{evaluation}/pause",
    tag,
    summary: "Pause an evaluation",
    params: evaluationParams,
    work: ({ actor, params }) => pauseEvaluation(actor, params.evaluation),
  }),
  operation({
    id: "resumeEvaluation",
    method: "POST",
    path: "/evaluations/{evaluation}/resume",
    tag,
    summary: "Resume an evaluation, with another limit or with its failed requests",
    params: evaluationParams,
    body: z.strictObject({ limitUsd: limitSchema.optional(), retriesFailed: z.boolean().default(false) }),
    work: ({ actor, params, body: { limitUsd, retriesFailed } }) =>
      resumeEvaluation(actor, params.evaluation, {
        ...(limitUsd === undefined ? {} : { limitUsd }),
        retriesFailed,
      }),
  }),
];
