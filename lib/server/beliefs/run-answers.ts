import type { PoolClient } from "pg";
import * as z from "zod";
import type { BeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import type { BeliefAnswer } from "@/lib/domain/beliefs/scoring/pair-table.ts";
import { type BeliefItemFacts, readPrediction } from "@/lib/domain/beliefs/scoring/read-answer.ts";
import { yesNo } from "@/lib/domain/items/kinds/eob/yes-no.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { json } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { beliefItemColumns, toBeliefItem } from "./belief-items.ts";

/** Items by version id. */
export type BeliefItems = ReadonlyMap<string, BeliefItemFacts>;

const beliefItemRow = z.strictObject({
  item_id: z.string(),
  query: z.string(),
  attributes: json().nullable(),
  expression: z.string(),
});

/** The belief items of a benchmark; with a category, its items and the questions without an expression. */
export async function readBeliefItems(
  client: PoolClient,
  benchmarkId: string,
  category: string | null = null,
): Promise<BeliefItems> {
  const items = new Map<string, BeliefItemFacts>();
  const rows = readCursor(
    client,
    beliefItemRow,
    sql`SELECT ${beliefItemColumns} FROM item_version AS item
     JOIN story_version AS story ON story.id = item.story_version_id
     WHERE item.benchmark_id = ${benchmarkId} AND item.kind = ${yesNo.name} AND item.attributes ? 'fact'
       AND (${category}::text IS NULL OR item.attributes ->> 'role' = 'prior'
         OR item.attributes ->> 'category' = ${category}::text)`,
    5_000,
  );
  for await (const row of rows) {
    const item = toBeliefItem(row);
    if (item) items.set(row.item_id, item);
  }
  return items;
}

const runAnswerRow = z.strictObject({
  item: z.string(),
  story: z.string().nullable(),
  repeat: z.number(),
  given: z.string().nullable(),
  answer_key: z.string().nullable(),
  logprobs: json<Record<string, number | null>>().nullable(),
});

/**
 * One run's answers for the scorer, as a stream. The raw text of a model takes precedence over the answer that the
 * import parsed, so that both parsing rules use the text.
 *
 * @param run with `parity` "matching", answers to a text that differs from the benchmark's are excluded
 * @param onAlsoTrue called for every answer about a fact whose alternative is also true, which no rule scores
 * @param isPart whether `items` are only a part of the items that the run answered; answers to other items are then not
 * read
 */
export async function* readRunAnswers(
  client: PoolClient,
  { runId, observer, parity }: { runId: string; observer: string; parity: BeliefQuery["parity"] },
  items: BeliefItems,
  onAlsoTrue: () => void = () => {},
  isPart = false,
): AsyncGenerator<BeliefAnswer & { isFiller: boolean }> {
  const itemIds = isPart ? [...items.keys()] : null;
  const rows = readCursor(
    client,
    runAnswerRow,
    sql`SELECT item_version_id AS item, condition ->> 'story' AS story, repeat, coalesce(output, answer_key) AS given, answer_key,
       CASE WHEN output IS NULL AND answer_key IS NULL THEN logprobs END AS logprobs
     FROM prediction WHERE run_id = ${runId} AND (${itemIds}::uuid[] IS NULL OR item_version_id = ANY (${itemIds}::uuid[]))
       AND (${parity}::text = 'all' OR parity <> 'mismatch')`,
    5_000,
  );
  for await (const row of rows) {
    if (!items.has(row.item)) continue;
    const parsedPrediction = readPrediction(
      {
        item: row.item,
        condition: row.story === null ? {} : { story: row.story },
        repeat: row.repeat,
        answer: row.given,
        ...(row.logprobs ? { logprobs: row.logprobs } : {}),
      },
      items,
      { model: observer, queryOnly: false },
    );
    if (parsedPrediction.ok) yield { ...parsedPrediction.answer, read: row.answer_key, isFiller: false };
    else if (parsedPrediction.skipped === "filler")
      yield { ...parsedPrediction.answer, read: row.answer_key, isFiller: true };
    else if (parsedPrediction.skipped === "alsoTrue") onAlsoTrue();
  }
}
