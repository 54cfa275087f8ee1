import type { PoolClient } from "pg";
import * as z from "zod";
import type { BeliefQuery } from "@/lib/domain/beliefs/prepare/view-query.ts";
import type { OpenAnswer } from "@/lib/domain/beliefs/scoring/score-open.ts";
import { splitContextNames } from "@/lib/domain/items/kinds/eob/open-item.ts";
import { openText } from "@/lib/domain/items/kinds/open-text/open-text.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { json } from "../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../platform/database/sql.ts";

/** Items of open questions by version ID, without answers. */
type OpenItems = ReadonlyMap<string, Omit<OpenAnswer, "said" | "repeat">>;

const itemSchema = z.object({
  attributes: z.object({
    fact: z.string(),
    role: z.enum(["prior", "expression"]),
    dimension: z.string().nullable(),
    category: z.string().nullable(),
    context_names: z.string(),
    also_true: z.literal(false).optional(),
  }),
  gold: z.object({ accept: z.array(z.string()) }),
});

/** SQL condition: `item` is an open question of a benchmark. */
export function isOpenQuestion(benchmarkId: string): SqlFragment {
  return fragment`item.benchmark_id = ${benchmarkId} AND item.kind = ${openText.name} AND item.attributes ? 'context_names'`;
}

const openItemRow = z.strictObject({
  id: z.string(),
  attributes: json(),
  gold: json().nullable(),
  expression: z.string(),
});

/**
 * The open questions of a benchmark with the names that determine the score, without facts whose alternative is also
 * true.
 */
export async function readOpenItems(client: PoolClient, benchmarkId: string): Promise<OpenItems> {
  const items = new Map<string, Omit<OpenAnswer, "said" | "repeat">>();
  const rows = readCursor(
    client,
    openItemRow,
    sql`SELECT item.id, item.attributes, story.text AS expression,
       (SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1) AS gold
     FROM item_version AS item JOIN story_version AS story ON story.id = item.story_version_id
     WHERE ${isOpenQuestion(benchmarkId)}`,
    5_000,
  );
  for await (const row of rows) {
    const parsed = itemSchema.safeParse(row).data;
    if (!parsed) continue;
    const { fact, role, dimension, category, context_names } = parsed.attributes;
    items.set(row.id, {
      ...{ fact, role, dimension: dimension ?? "", category: category ?? "", expression: row.expression },
      names: { prior: parsed.gold.accept, context: splitContextNames(context_names) },
    });
  }
  return items;
}

const openAnswerRow = z.strictObject({ item: z.string(), repeat: z.number(), said: z.string().nullable() });

/** One run's answers to open questions, as the parser of model texts reads them. */
export async function* readOpenAnswers(
  client: PoolClient,
  { runId, parity }: { runId: string; parity: BeliefQuery["parity"] },
  items: OpenItems,
): AsyncGenerator<OpenAnswer> {
  if (items.size === 0) return;
  const rows = readCursor(
    client,
    openAnswerRow,
    sql`SELECT item_version_id AS item, repeat, answer ->> 'text' AS said
     FROM prediction WHERE run_id = ${runId} AND (${parity}::text = 'all' OR parity <> 'mismatch')`,
    5_000,
  );
  for await (const { item, repeat, said } of rows) {
    const openItem = items.get(item);
    if (openItem) yield { ...openItem, repeat, said };
  }
}
