import * as z from "zod";
import { correspondenceSchema } from "@/lib/domain/results/model/correspondence.ts";
import { analysisPlanSchema } from "@/lib/domain/results/plan/analysis-plan.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { recomputeResult } from "@/lib/server/background/stored-results.ts";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { loadAnalysisFile } from "@/lib/server/results/analysis-result.ts";
import {
  comparePairSchema,
  declareCorrespondence,
  setComparedCondition,
} from "@/lib/server/results/declare-correspondence.ts";
import { runInterimAnalysis } from "@/lib/server/results/interim/run-interim-analysis.ts";
import { insertPlanSimulation } from "@/lib/server/results/simulation/insert-plan-simulation.ts";
import {
  getPlanSimulation,
  planSimulationOrderSchema,
  requestPlanSimulation,
  simulatedParts,
} from "@/lib/server/results/simulation/plan-simulation-job.ts";
import { savePopulationShares } from "@/lib/server/results/views/population-shares.ts";
import { saveAnalysisPlan } from "@/lib/server/studies/draft/study-plan.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";
import { revokeSignOff, signOffParity, signOffSchema } from "@/lib/server/studies/parity/sign-off-parity.ts";
import { adoptParser } from "@/lib/server/studies/study-reader.ts";
import { operation, studyParams } from "./operation.ts";

const tag = "Results";
const reason = boundedText(2_000).default("");

export const resultOperations = [
  operation({
    id: "getResults",
    method: "GET",
    path: "/studies/{study}/results",
    tag,
    summary: "Get the results under the analysis plan; 202 while they are computed",
    params: studyParams,
    result: z.looseObject({}),
    work: async ({ actor, params }) => {
      const summary = await loadAnalysisFile(actor, params.study, "summary.json");
      if (!summary) throw notFoundError();
      await recordInterimViewAt(actor, params.study);
      return JSON.parse(summary.content);
    },
  }),
  operation({
    id: "savePlan",
    method: "PUT",
    path: "/studies/{study}/plan",
    tag,
    summary: "Save the analysis plan; after the study was opened, a change is an amendment and needs a reason",
    params: studyParams,
    body: z.strictObject({ plan: analysisPlanSchema, reason, registration: boundedText(500).optional() }),
    work: ({ actor, params, body }) => saveAnalysisPlan(actor, params.study, body.plan, body.reason, body.registration),
  }),
  operation({
    id: "simulatePlan",
    method: "POST",
    path: "/studies/{study}/plan-simulations",
    tag,
    summary: "Run the planned tests on simulated data: error rates, power, bias and coverage, or power curves",
    params: studyParams,
    body: planSimulationOrderSchema,
    work: ({ actor, params, body }) => requestPlanSimulation(actor, params.study, body),
  }),
  operation({
    id: "getPlanSimulation",
    method: "GET",
    path: "/studies/{study}/plan-simulations/{part}",
    tag,
    summary: "Get the progress and the results of the latest simulation of the plan; null if there was none",
    params: studyParams.extend({ part: z.enum(simulatedParts) }),
    result: z
      .looseObject({ state: z.enum(["working", "done", "failed", "outdated"]), done: z.int(), of: z.int() })
      .nullable(),
    work: ({ params }) => getPlanSimulation(params.study, params.part),
  }),
  operation({
    id: "insertPlanSimulation",
    method: "POST",
    path: "/studies/{study}/plan/simulation",
    tag,
    summary: "Store the latest simulation with the plan, for the preregistration",
    params: studyParams,
    body: z.strictObject({ reason }),
    work: ({ actor, params, body }) => insertPlanSimulation(actor, params.study, body.reason),
  }),
  operation({
    id: "runInterimAnalysis",
    method: "POST",
    path: "/studies/{study}/interim-analyses",
    tag,
    summary: "Carry out the next planned interim analysis",
    params: studyParams,
    work: ({ actor, params }) => runInterimAnalysis(actor, params.study),
  }),
  operation({
    id: "declareCorrespondence",
    method: "PUT",
    path: "/studies/{study}/correspondence",
    tag,
    summary: "Set which conditions of models are compared with those of people; null restores the default",
    params: studyParams,
    body: z.strictObject({ correspondence: correspondenceSchema.nullable(), reason }),
    work: ({ actor, params, body }) => declareCorrespondence(actor, params.study, body.correspondence, body.reason),
  }),
  operation({
    id: "compareConditions",
    method: "POST",
    path: "/studies/{study}/correspondence/pairs",
    tag,
    summary: "Compare one condition of models with one condition of people",
    params: studyParams,
    body: comparePairSchema.omit({ studyId: true }),
    work: ({ actor, params, body }) => setComparedCondition(actor, { studyId: params.study, ...body }),
  }),
  operation({
    id: "adoptReader",
    method: "POST",
    path: "/studies/{study}/reader-adoptions",
    tag,
    summary: "Adopt the newest parser of model texts for a locked study, as an amendment",
    params: studyParams,
    body: z.strictObject({ reason }),
    work: ({ actor, params, body }) => adoptParser(actor, { studyId: params.study, ...body }),
  }),
  operation({
    id: "savePopulationShares",
    method: "PUT",
    path: "/studies/{study}/population-shares",
    tag,
    summary: "Save population shares for the weighting of people, as CSV text",
    params: studyParams,
    body: z.strictObject({ shares: z.string().max(20_000) }),
    work: ({ actor, params, body }) => savePopulationShares(actor, params.study, body.shares),
  }),
  operation({
    id: "signOffParity",
    method: "POST",
    path: "/studies/{study}/parity-sign-offs",
    tag,
    summary: "Sign off stimuli that differ between people and models",
    params: studyParams,
    body: signOffSchema.omit({ studyId: true }),
    result: z.object({ signed: z.int() }),
    work: async ({ actor, params, body }) => ({
      signed: await signOffParity(actor, { studyId: params.study, ...body }),
    }),
  }),
  operation({
    id: "revokeSignOff",
    method: "DELETE",
    path: "/studies/{study}/parity-sign-offs/{signOff}",
    tag,
    summary: "Revoke a sign-off",
    params: studyParams.extend({ signOff: z.uuid() }),
    work: ({ actor, params }) => revokeSignOff(actor, { studyId: params.study, signOffId: params.signOff }),
  }),
  operation({
    id: "recomputeResult",
    method: "POST",
    path: "/stored-results/recomputations",
    tag,
    summary: "Compute a stored result again",
    body: z.strictObject({ kind: z.string().max(40), subject: z.string().max(20_000) }),
    work: ({ actor, body }) => recomputeResult(actor, body.kind, body.subject),
  }),
];
