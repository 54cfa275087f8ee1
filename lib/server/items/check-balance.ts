import type { PoolClient } from "pg";
import * as z from "zod";
import {
  type BalanceItem,
  type BalanceReport,
  validateBalance,
} from "@/lib/domain/items/kinds/true-false/validate-balance.ts";
import { json, manyRows, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

/**
 * Maximum number of items, because the check keeps all items in memory. Benchmarks in the design of MoToMQA are far
 * smaller.
 */
const maximumItems = 20_000;

const declaredRow = z.strictObject({ items: z.number(), is_labelled: z.boolean().nullable() });

const balanceItemRow = z.strictObject({
  id: z.string(),
  kind: z.string(),
  text: z.string(),
  attributes: json<BalanceItem["attributes"]>(),
  story_id: z.string(),
  title: z.string(),
  genre: z.string(),
  story_text: z.string(),
  gold: json().nullable(),
});

/**
 * Whether the current benchmark has the balance of MoToMQA. Null if no item has one of MoToMQA's labels, or if the
 * benchmark is too large.
 */
export async function checkBalance(client: PoolClient, benchmarkId: string): Promise<BalanceReport | null> {
  const itemCounts = await oneRow(
    client,
    declaredRow,
    sql`SELECT count(*)::int AS items, bool_or(attributes->>'label' ~ '^(ToM|F)[0-9]+[tf]$') AS is_labelled
     FROM item_version WHERE benchmark_id = ${benchmarkId}`,
  );
  const { items, is_labelled } = itemCounts;
  if (!is_labelled || items > maximumItems) return null;
  const rows = await manyRows(
    client,
    balanceItemRow,
    sql`SELECT DISTINCT ON (item.external_id) item.external_id AS id, item.kind, item.text, item.attributes,
       story.external_id AS story_id, story.title, story.genre, story.text AS story_text,
       (SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1) AS gold
     FROM item_version AS item JOIN story_version AS story ON story.id = item.story_version_id
     WHERE item.benchmark_id = ${benchmarkId} ORDER BY item.external_id, item.version DESC`,
  );
  return validateBalance(
    rows.map(
      (row): BalanceItem => ({
        id: row.id,
        kind: row.kind,
        text: row.text,
        gold: row.gold,
        attributes: row.attributes,
        story: { id: row.story_id, title: row.title, genre: row.genre, text: row.story_text },
      }),
    ),
  );
}
