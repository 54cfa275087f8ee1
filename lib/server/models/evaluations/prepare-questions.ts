import * as z from "zod";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { splitExamples } from "@/lib/domain/models/evaluation/few-shot.ts";
import type { EvaluationPlan } from "@/lib/domain/models/evaluation/plan.ts";
import { seededRandom, shuffle } from "@/lib/domain/random.ts";
import { readItemsById } from "../../items/read-items.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { judgeable } from "../judging/judgeable.ts";
import { exampleItemsSql, selectAskedItems } from "./asked-items.ts";

interface PlannedItem {
  id: string;
  name: string;
  story: string;
  isAfterPrior: boolean;
  isExample: boolean;
}

const insertBatchSize = 5_000;

/**
 * Stores all questions and examples of an evaluation before the first question is asked, so that later imports do not
 * change them. An interrupted preparation continues where it stopped. Memory use grows with the number of items, not
 * with the length of their texts.
 */
export async function prepareQuestions(evaluationId: string, benchmarkId: string, plan: EvaluationPlan): Promise<void> {
  const leftOut = (plan.leftOut ?? []).map((one) => ({ ...one, items: new Set(one.items) }));
  const isAskedSomewhere = ({ name }: PlannedItem) =>
    leftOut.filter(({ items: names }) => names.has(name)).length < plan.conditions.length;
  const items = (await readPlannedItems(benchmarkId, plan)).filter(isAskedSomewhere);
  const { examples, asked } = splitItems([...(await readExampleItems(benchmarkId, plan)), ...items], plan);
  const perItem = plan.conditions.length * plan.repeats;
  for (let from = 0; from < asked.length; from += insertBatchSize) {
    const batch = asked.slice(from, from + insertBatchSize);
    const excludedCells = batch.flatMap(({ id, name }) =>
      leftOut.flatMap(({ condition, items: names }) => (names.has(name) ? [{ id, condition }] : [])),
    );
    await pool().query(
      sql`INSERT INTO evaluation_question (evaluation_id, position, item_version_id, condition, repeat, state)
       SELECT ${evaluationId}, ${from * perItem} + (item.place - 1) * ${perItem} + one.condition * ${plan.repeats} + one.repeat,
         item.id, one.condition, one.repeat, CASE WHEN item.is_held THEN 'held' ELSE 'waiting' END
       FROM unnest(${batch.map(({ id }) => id)}::uuid[],
           ${batch.map(({ isAfterPrior }) => plan.priorFirst && isAfterPrior)}::boolean[]) WITH ORDINALITY AS item(id, is_held, place),
         (SELECT condition, repeat FROM generate_series(0, ${plan.conditions.length}::int - 1) AS condition,
           generate_series(0, ${plan.repeats}::int - 1) AS repeat) AS one
       WHERE NOT EXISTS (
         SELECT FROM unnest(${excludedCells.map(({ id }) => id)}::uuid[], ${excludedCells.map(({ condition }) => condition)}::int[])
           AS without(id, condition)
         WHERE without.id = item.id AND without.condition = one.condition)
       ON CONFLICT (evaluation_id, position) DO NOTHING`,
    );
  }
  await startEvaluation(
    evaluationId,
    examples.map(({ id }) => id),
  );
}

/** Stores a question for the judge about every open-ended answer of a run whose item has an answer key. */
export async function prepareJudging(evaluationId: string, runId: string): Promise<void> {
  await pool().query(
    sql`INSERT INTO evaluation_question (evaluation_id, position, item_version_id, condition, repeat, state, prediction_id)
     SELECT ${evaluationId}, row_number() OVER (ORDER BY item.ordinal, item.external_id, prediction.condition_key, prediction.repeat) - 1,
       item.id, 0, prediction.repeat, 'waiting', prediction.id
     FROM prediction JOIN item_version AS item ON item.id = prediction.item_version_id
     WHERE prediction.run_id = ${runId} AND ${judgeable}
     ON CONFLICT (evaluation_id, position) DO NOTHING`,
  );
  await startEvaluation(evaluationId, []);
}

async function startEvaluation(evaluationId: string, examples: readonly string[]): Promise<void> {
  await withTx(async (client) => {
    await client.query(
      sql`UPDATE evaluation SET state = 'running', examples = ${examples},
         total = (SELECT count(*) FROM evaluation_question WHERE evaluation_id = ${evaluationId})
       WHERE id = ${evaluationId} AND state = 'preparing'`,
    );
  });
}

const examplesRow = z.strictObject({ examples: z.array(z.string()).nullable() });

/**
 * The items that are shown as examples before every question, with their correct answers, as fixed by the preparation.
 */
export async function readExamples(evaluationId: string): Promise<ItemRow[]> {
  const row = await maybeRow(pool(), examplesRow, sql`SELECT examples FROM evaluation WHERE id = ${evaluationId}`);
  const examples = row?.examples ?? [];
  const items = await readItemsById(examples);
  return examples.flatMap((id) => items.get(id) ?? []);
}

/**
 * Separates the examples from the items, then draws a sample of the remaining items, which keeps the order of the file.
 */
function splitItems(items: readonly PlannedItem[], { shots, seed, sample }: EvaluationPlan) {
  const { examples, asked } = splitExamples(
    items,
    { shots, seed },
    ({ story }) => story,
    ({ isExample }) => isExample,
  );
  if (sample === null || sample >= asked.length) return { examples, asked };
  const sampledItems = new Set(shuffle(asked, seededRandom(`sample/${seed}`)).slice(0, sample));
  return { examples, asked: asked.filter((item) => sampledItems.has(item)) };
}

const plannedItemRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  story: z.string(),
  is_after_prior: z.boolean(),
});

async function readPlannedItems(benchmarkId: string, plan: EvaluationPlan): Promise<PlannedItem[]> {
  const rows = await manyRows(
    pool(),
    plannedItemRow,
    sql`SELECT item.id, item.external_id AS name, story.external_id AS story,
       item.attributes ->> 'role' IS NOT DISTINCT FROM 'expression' AS is_after_prior
     FROM item_version AS item JOIN story_version AS story ON story.id = item.story_version_id
     WHERE ${await selectAskedItems(benchmarkId, plan)} ORDER BY item.ordinal, item.external_id`,
  );
  return rows.map(({ is_after_prior, ...item }) => ({ ...item, isAfterPrior: is_after_prior, isExample: false }));
}

const exampleRow = z.strictObject({ id: z.string(), name: z.string(), story: z.string() });

/** The items that serve only as examples; none if the plan shows no examples. */
async function readExampleItems(benchmarkId: string, { kind, shots }: EvaluationPlan): Promise<PlannedItem[]> {
  if (shots === 0) return [];
  const rows = await manyRows(
    pool(),
    exampleRow,
    sql`SELECT item.id, item.external_id AS name, story.external_id AS story
     FROM item_version AS item JOIN story_version AS story ON story.id = item.story_version_id
     WHERE ${exampleItemsSql(benchmarkId, kind)} ORDER BY item.ordinal, item.external_id`,
  );
  return rows.map((item) => ({ ...item, isAfterPrior: false, isExample: true }));
}
