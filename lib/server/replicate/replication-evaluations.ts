import { createHash } from "node:crypto";
import * as z from "zod";
import { textOfSelection } from "@/lib/domain/items/item-selection.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { type EndpointPrices, hasBothPrices } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { type AnswerMode, listEvaluationFactors } from "@/lib/domain/models/evaluation/plan.ts";
import type { MissingPart } from "@/lib/domain/replicate/observation.ts";
import type { EvaluationRecipe } from "@/lib/domain/replicate/recipes.ts";
import { createEvaluation, type EvaluationRequest } from "../models/evaluations/create-evaluation.ts";
import { type EndpointView, listEndpoints } from "../models/evaluations/endpoints.ts";
import type { Actor } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { computeLimit, type EvaluationEnd, finishEvaluation } from "./finish-evaluation.ts";
import type { ReplicationEvaluationInput } from "./replication-evaluation-input.ts";
import { judgeRun } from "./replication-judging.ts";

/**
 * The endpoints with these names. Throws an AppError at the field `endpoint` for an unknown name, and at `maxCost` if
 * an endpoint has a price and no limit is set, or only one of the two prices, with which no limit can be applied.
 */
export async function requireEndpoints(
  actor: Actor,
  projectId: string,
  names: readonly string[],
  maxCostUsd: number | null,
): Promise<EndpointView[]> {
  const projectEndpoints = await listEndpoints(actor, projectId);
  return [...new Set(names)].map((name) => {
    const endpoint = projectEndpoints.find((one) => one.name === name && !one.isArchived);
    if (!endpoint) {
      const availableNames = projectEndpoints.filter(({ isArchived }) => !isArchived).map((one) => `"${one.name}"`);
      throw new AppError(
        "invalid",
        `there is no endpoint "${name}"; endpoints: ${availableNames.join(", ") || "none yet"}`,
        "endpoint",
      );
    }
    if (maxCostUsd === null && hasPrice(endpoint.settings))
      throw new AppError("invalid", `"${name}" has a price: enter a cost limit`, "maxCost");
    if (hasPrice(endpoint.settings) && !hasBothPrices(endpoint.settings))
      throw new AppError(
        "invalid",
        `"${name}" has only one of its two prices, so no limit can be applied: enter the other price of the endpoint (0 if it is free)`,
        "maxCost",
      );
    return endpoint;
  });
}

/** Whether an endpoint's requests cost money, so that a replication needs a limit. */
export function hasPrice({ promptUsdPerMillion, completionUsdPerMillion }: EndpointPrices): boolean {
  return (promptUsdPerMillion ?? 0) > 0 || (completionUsdPerMillion ?? 0) > 0;
}

/**
 * Asks every endpoint all questions of the paper, one evaluation after the other, each with the remaining part of the
 * limit. Earlier evaluations are found by their content and continued. Questions that cannot be asked are listed.
 *
 * @returns the runs with the answers
 */
export async function askEndpoints(
  actor: Actor,
  input: ReplicationEvaluationInput,
): Promise<{ runIds: string[]; missing: MissingPart[] }> {
  const [runIds, missing]: [string[], MissingPart[]] = [[], []];
  for (const endpoint of input.endpoints) {
    for (const recipe of input.paper.evaluations) {
      if (!input.kinds.has(recipe.kind)) continue;
      const part = `${endpoint.name}: ${recipe.label}`;
      const { runId, why, leftOut } = await askRecipe(actor, input, endpoint, recipe);
      if (runId !== null) runIds.push(runId);
      if (why !== null) missing.push({ what: part, why });
      if (leftOut.length > 0)
        missing.push({
          what: `${part}, ${leftOut.length} ${leftOut.length === 1 ? "item" : "items"}: ${leftOut.join(", ")}`,
          why: "without the mark that the condition highlights",
        });
    }
  }
  return { runIds, missing };
}

interface RecipeOutcome {
  runId: string | null;
  /** Why the evaluation is incomplete; null if it is complete. */
  why: string | null;
  /** Items that lack a mark that their condition highlights. */
  leftOut: readonly string[];
}

async function askRecipe(
  actor: Actor,
  input: ReplicationEvaluationInput,
  endpoint: EndpointView,
  recipe: EvaluationRecipe,
): Promise<RecipeOutcome> {
  let outcome: RecipeOutcome = { runId: null, why: "no question could be asked", leftOut: [] };
  for (const answer of recipe.answers(endpoint.settings.style)) {
    try {
      const end = await runEvaluation(actor, input, endpoint, buildForm(input, endpoint, recipe, answer));
      outcome = { runId: end.runId, why: end.why, leftOut: end.leftOut };
      if (end.why === null && recipe.isJudged) outcome.why = await judgeRun(actor, input, end.runId);
      // If an endpoint lacks required features, every question fails, so the next answer mode is tried.
      if (end.answered > 0 || end.failed === 0) return outcome;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome = { runId: null, why: error.message, leftOut: [] };
    }
  }
  return outcome;
}

/** The form of an evaluation. Its run is named by a hash of the form's content, so that a second call finds it. */
function buildForm(
  { paper, benchmarkId, studies }: ReplicationEvaluationInput,
  endpoint: EndpointView,
  recipe: EvaluationRecipe,
  answer: AnswerMode,
): EvaluationRequest {
  const recipeStudy = studies.find(({ kind, part }) => kind === recipe.kind && part === null);
  const study = recipe.ofStudy ? (recipeStudy?.id ?? null) : null;
  const form = {
    endpoint: endpoint.id,
    benchmark: benchmarkId,
    kind: recipe.kind,
    levels: study === null ? chooseLevels(recipe, endpoint) : {},
    answer,
    shots: recipe.shots,
    seed: paper.id,
    repeats: 1,
    sample: null,
    priorFirst: recipe.priorFirst,
    study,
    ...(recipe.itemAttributes ? { items: textOfSelection({ attributes: recipe.itemAttributes }) } : {}),
  };
  const { model, style, temperature, reasoningEffort, maximumTokens, seed, system, extra } = endpoint.settings;
  const content = { ...form, model, style, temperature, reasoningEffort, maximumTokens, seed, system, extra };
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 8);
  return { ...form, source: `replicate ${paper.id} ${recipe.id} ${hash}`, limitUsd: null };
}

/** The levels that a recipe names, and the first level of every other factor. */
function chooseLevels(
  { kind, levels: named, prompts }: EvaluationRecipe,
  { settings }: EndpointView,
): Record<string, string[]> {
  const levels = prompts ? { ...named, prompt: [prompts(settings)] } : named;
  return Object.fromEntries(
    listEvaluationFactors(requireKind(kind)).map(({ name, levels: offered }) => [
      name,
      [...(levels[name] ?? offered.slice(0, 1).map(({ value }) => value))],
    ]),
  );
}

const evaluationRow = z.strictObject({ id: z.string(), runId: z.string() });

async function findEvaluation(benchmarkId: string, endpointId: string, source: string) {
  return await maybeRow(
    pool(),
    evaluationRow,
    sql`SELECT evaluation.id, evaluation.run_id AS "runId" FROM evaluation JOIN run ON run.id = evaluation.run_id
     WHERE evaluation.benchmark_id = ${benchmarkId} AND evaluation.endpoint_id = ${endpointId}
     AND run.source = ${source} AND NOT evaluation.judges`,
  );
}

async function runEvaluation(
  actor: Actor,
  input: ReplicationEvaluationInput,
  endpoint: EndpointView,
  form: EvaluationRequest,
): Promise<EvaluationEnd> {
  const existingEvaluation = await findEvaluation(input.benchmarkId, endpoint.id, form.source);
  if (!existingEvaluation)
    await createEvaluation(actor, { ...form, limitUsd: await computeLimit(input, endpoint, null) });
  const startedEvaluation = existingEvaluation ?? (await findEvaluation(input.benchmarkId, endpoint.id, form.source));
  if (!startedEvaluation) throw new AppError("conflict", "the evaluation was deleted while it was being created");
  return {
    runId: startedEvaluation.runId,
    ...(await finishEvaluation(actor, input, endpoint, { id: startedEvaluation.id, isNew: !existingEvaluation })),
  };
}
