import * as z from "zod";
import { textOfSelection } from "@/lib/domain/items/item-selection.ts";
import type { ConditionLevels, ItemKind } from "@/lib/domain/items/kinds/item-kind.ts";
import { itemKinds, requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { listDistinctConditions } from "@/lib/domain/models/evaluation/distinct-prompts.ts";
import { type EvaluationEstimate, estimateCost } from "@/lib/domain/models/evaluation/estimate.ts";
import {
  crossConditions,
  type EvaluationPlan,
  evaluationPlanSchema,
  findPlanProblem,
  presentationOfPlan,
} from "@/lib/domain/models/evaluation/plan.ts";
import { listModelConditions } from "@/lib/domain/results/plan/asked-conditions.ts";
import { boundedText, firstProblem, requiredText } from "@/lib/domain/text.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { findExcludedItems } from "../find-excluded-items.ts";
import { readSelection } from "../read-selection.ts";
import { requireAskableItems, selectAskedItems, streamAskedItems } from "./asked-items.ts";
import { listComparedConditions } from "./compared-conditions.ts";
import { type EndpointView, getEndpointOfProject } from "./endpoints.ts";
import { refuseUnsupportedMedia } from "./refuse-unsupported-media.ts";
import { type PreparedEvaluation, refuseLimit, storeEvaluation } from "./store-evaluation.ts";
import { type AskedStudy, readAskedStudy } from "./study-words.ts";

/** The maximum cost of an evaluation, in US dollars; null for no limit. */
export const limitSchema = z
  .number("must be a number")
  .min(0, "must be at least 0")
  .max(1_000_000, "must be at most 1,000,000")
  .nullable();

/** The form of an evaluation. */
export const evaluationFormSchema = z.strictObject({
  endpoint: z.uuid("must be chosen"),
  benchmark: z.uuid("must be chosen"),
  /** A name that distinguishes several runs of one model. */
  source: requiredText(200),
  kind: z.string().max(40),
  /** The selected levels by factor. */
  levels: z.record(z.string().max(40), z.array(z.string().max(100))),
  answer: z.string().max(40),
  shots: z.int("must be a whole number"),
  seed: z.string().max(100),
  repeats: z.int("must be a whole number"),
  sample: z.int("must be a whole number").nullable(),
  /** The items to ask, as one line (`selectionOfText`); all items if it is empty or absent. */
  items: boundedText(100_000).optional(),
  priorFirst: z.boolean(),
  /** The study whose items are asked with the study's texts; null for all items with the texts of their kind. */
  study: z.uuid("must be a study").nullable(),
  limitUsd: limitSchema,
});
export type EvaluationRequest = z.infer<typeof evaluationFormSchema>;

/** The number of requests and the cost of an evaluation, without starting it. */
export async function estimateEvaluation(actor: Actor, form: EvaluationRequest): Promise<EvaluationEstimate> {
  const { plan, endpoint } = await checkRequest(actor, form);
  const { items, characters } = await countItems(form.benchmark, plan);
  const askedItemCount = Math.min(items, plan.sample ?? items);
  // A sample is assumed to have the same share of items without a mark as all items.
  const excludedCellCount = (plan.leftOut ?? []).reduce((sum, one) => sum + one.items.length, 0);
  const cellCount = items * plan.conditions.length;
  const askedShare = cellCount === 0 ? 0 : (cellCount - excludedCellCount) / cellCount;
  const requestCount = Math.round(askedItemCount * plan.conditions.length * askedShare) * plan.repeats;
  const charactersPerItem = items === 0 ? 0 : characters / items;
  const cost = estimateCost(endpoint.settings, {
    questions: requestCount,
    promptCharacters: Math.round(requestCount * charactersPerItem * (1 + plan.shots)),
    isText: plan.answer === "text",
  });
  const comparisonScope = { kind: requireKind(plan.kind), benchmarkId: form.benchmark, studyId: form.study };
  const leftOut = (plan.leftOut ?? []).map(({ condition, items: names, isTwin }) => ({
    label: conditionKey(plan.conditions[condition]!),
    of: items,
    items: names,
    isTwin,
  }));
  return { ...cost, prompts: await listComparedConditions(plan.conditions, comparisonScope), leftOut };
}

/**
 * Starts an evaluation of a model on a benchmark: creates a run of the endpoint's model, and a job that sends the
 * requests. A cost limit without prices is refused.
 */
export async function createEvaluation(actor: Actor, form: EvaluationRequest): Promise<{ id: string }> {
  const prepared = await prepareEvaluation(actor, form);
  return { id: await withTx((client) => storeEvaluation(client, actor, prepared)) };
}

/** Checks a request for an evaluation, which `storeEvaluation` can then start. Only reads. */
export async function prepareEvaluation(actor: Actor, form: EvaluationRequest): Promise<PreparedEvaluation> {
  const { plan, endpoint, projectId } = await checkRequest(actor, form);
  refuseLimit(form.limitUsd, endpoint.settings);
  const { items } = await countItems(form.benchmark, plan);
  if (items <= plan.shots)
    throw new AppError("invalid", `must be less than the number of items of this kind, which is ${items}`, "shots");
  return { plan, endpoint, projectId, form };
}

async function checkRequest(
  actor: Actor,
  form: EvaluationRequest,
): Promise<{ plan: EvaluationPlan; endpoint: EndpointView; projectId: string }> {
  const endpoint = await getEndpointOfProject(actor, form.endpoint);
  if (!endpoint) throw notFoundError();
  if (endpoint.isArchived) throw new AppError("invalid", "must be an endpoint that is not archived", "endpoint");
  const { projectId } = endpoint;
  requireRight(actor, "research.write", projectId);
  const rowCount = await rowCountOf(
    pool(),
    sql`SELECT FROM benchmark WHERE id = ${form.benchmark} AND project_id = ${projectId}`,
  );
  if (!rowCount) throw notFoundError();
  const kind = itemKinds[form.kind];
  if (!kind) throw new AppError("invalid", "must be a kind of item", "kind");
  const study =
    form.study === null
      ? undefined
      : await readAskedStudy(form.study, { projectId, benchmarkId: form.benchmark, kind: form.kind });
  const { answer, shots, seed, repeats, sample, priorFirst } = form;
  const conditions = planConditions(kind, form, study);
  const items = readSelection(form.items ?? "");
  const parsed = evaluationPlanSchema.safeParse({
    kind: form.kind,
    conditions,
    answer,
    shots,
    seed,
    repeats,
    sample,
    ...(items ? { items } : {}),
    priorFirst,
    study: study?.words,
  });
  if (!parsed.success) {
    const { field, message } = firstProblem(parsed.error);
    throw new AppError("invalid", message, field);
  }
  const problem = findPlanProblem(parsed.data, endpoint.settings, kind);
  if (problem) throw new AppError("invalid", problem.message, problem.field);
  const plan = parsed.data;
  await requireAskableItems(form.benchmark, plan);
  await refuseUnsupportedMedia(form.benchmark, plan, endpoint.settings);
  const leftOut = await findExcludedItems(plan.conditions, streamAskedItems(form.benchmark, plan));
  return { plan: leftOut.length === 0 ? plan : { ...plan, leftOut }, endpoint, projectId };
}

/**
 * The conditions to ask, each with its prompt. Few-shot examples are a level of the condition, so that they form a
 * separate series of results. With a study, the conditions are those of its participants, so that every answer has a
 * counterpart; otherwise they are the selected conditions.
 */
function planConditions(
  kind: ItemKind,
  { levels, shots }: EvaluationRequest,
  study: AskedStudy | undefined,
): ConditionLevels[] {
  const selectedLevels = Object.entries(levels).map(([name, values]) => ({ name, levels: values }));
  const conditions = study
    ? listModelConditions(study.conditions, study.correspondence, kind.askedStyles ?? kind.promptStyles, levels.prompt)
    : crossConditions(selectedLevels);
  if (study && conditions.length === 0)
    throw new AppError(
      "invalid",
      `must be a prompt that the study compares with people; declare it on the study's results page first`,
      "levels",
    );
  const distinct = listDistinctConditions(kind, conditions, study && presentationOfPlan({ study: study.words }));
  return shots === 0 ? distinct : distinct.map((one) => ({ ...one, shots: String(shots) }));
}

const itemRow = z.strictObject({ items: z.number(), characters: z.number() });

/** The number of items that a plan may ask, and the number of characters of their stories, texts and options. */
async function countItems(benchmarkId: string, plan: EvaluationPlan): Promise<{ items: number; characters: number }> {
  const row = await oneRow(
    pool(),
    itemRow,
    sql`SELECT count(*)::int AS items, coalesce(
         sum(length(story.text) + length(item.text) + length(item.options::text) + ${instructionCharacters}::int), 0)::float8 AS characters
     FROM item_version AS item JOIN story_version AS story ON story.id = item.story_version_id
     WHERE ${await selectAskedItems(benchmarkId, plan)}`,
  );
  if (row.items === 0 && plan.items)
    throw new AppError("invalid", `selects none of the items (${textOfSelection(plan.items)})`, "items");
  return row;
}

/** Approximate number of characters of the instructions for an item. */
const instructionCharacters = 200;
