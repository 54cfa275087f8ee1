import * as z from "zod";
import { problemSetFormSchema } from "@/lib/domain/epistemic/mindgames/generate/set-form.ts";
import { beliefStudySchema, createBeliefStudy } from "@/lib/server/beliefs/create-belief-study.ts";
import { makeOpenQuestions } from "@/lib/server/beliefs/load-open-questions.ts";
import { createHumanEvaluation, humanEvaluationSchema } from "@/lib/server/mindgames/create-human-evaluation.ts";
import { requestProblemSet } from "@/lib/server/mindgames/generate-set.ts";
import { listReplications, replicationFormSchema, requestReplication } from "@/lib/server/replicate/replication-job.ts";
import { benchmarkParams, createdIdAndSlug, operation, projectParams } from "./operation.ts";

const tag = "Papers";

export const toolOperations = [
  operation({
    id: "generateProblems",
    method: "POST",
    path: "/projects/{project}/problem-sets",
    tag,
    summary: "Generate a set of MindGames problems as a benchmark",
    params: projectParams,
    body: problemSetFormSchema,
    work: ({ actor, params, body }) => requestProblemSet(actor, params.project, body),
  }),
  operation({
    id: "createHumanEvaluation",
    method: "POST",
    path: "/benchmarks/{benchmark}/human-evaluations",
    tag,
    summary: "Create a study in which people solve a sample of MindGames problems",
    params: benchmarkParams,
    body: humanEvaluationSchema.omit({ benchmarkId: true }),
    result: createdIdAndSlug.extend({ items: z.int() }),
    work: ({ actor, params, body }) => createHumanEvaluation(actor, { benchmarkId: params.benchmark, ...body }),
  }),
  operation({
    id: "createBeliefStudy",
    method: "POST",
    path: "/benchmarks/{benchmark}/belief-studies",
    tag,
    summary: "Create a study in which people answer expressions of belief",
    params: benchmarkParams,
    body: beliefStudySchema.omit({ benchmarkId: true }),
    result: z.looseObject({ studyId: z.uuid(), slug: z.string() }),
    work: ({ actor, params, body }) => createBeliefStudy(actor, { benchmarkId: params.benchmark, ...body }),
  }),
  operation({
    id: "makeOpenQuestions",
    method: "POST",
    path: "/benchmarks/{benchmark}/open-questions",
    tag,
    summary: "Generate open questions about the facts of a benchmark",
    params: benchmarkParams,
    work: ({ actor, params }) => makeOpenQuestions(actor, params.benchmark),
  }),
  operation({
    id: "replicate",
    method: "POST",
    path: "/projects/{project}/replications",
    tag,
    summary: "Start the replication of a paper from an upload or a benchmark",
    params: projectParams,
    body: replicationFormSchema,
    work: ({ actor, params, body }) => requestReplication(actor, params.project, body),
  }),
  operation({
    id: "listReplications",
    method: "GET",
    path: "/projects/{project}/replications",
    tag,
    summary: "List the replications of a project and their progress",
    params: projectParams,
    result: z.object({ replications: z.array(z.looseObject({ paper: z.string() })) }),
    work: async ({ actor, params }) => ({ replications: await listReplications(actor, params.project) }),
  }),
];
