import * as z from "zod";
import { exampleSplit } from "@/lib/domain/items/example-split.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { selectItems } from "@/lib/domain/items/item-selection.ts";
import type { EvaluationPlan } from "@/lib/domain/models/evaluation/plan.ts";
import { readItemsById } from "../../items/read-items.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { fragment, SqlFragment, sql } from "../../platform/database/sql.ts";
import { refuseUnknownNames } from "../read-selection.ts";

/** SQL: whether `item` is used only as a few-shot example (`isOnlyExample`). */
const isOnlyExampleSql = new SqlFragment([`coalesce(item.attributes ->> 'split', '') = '${exampleSplit}'`], []);

const isNewest = fragment`NOT EXISTS (SELECT FROM item_version AS newer WHERE newer.benchmark_id = item.benchmark_id
    AND newer.external_id = item.external_id AND newer.version > item.version)`;

/** SQL: the items (`item`) of a kind in a benchmark that are used only as few-shot examples. */
export function exampleItemsSql(benchmarkId: string, kind: string): SqlFragment {
  return fragment`item.benchmark_id = ${benchmarkId} AND item.kind = ${kind} AND ${isOnlyExampleSql} AND ${isNewest}`;
}

/**
 * SQL: the items that can be asked. With a study, its items in the versions that participants see; without a study, the
 * newest versions of items that are not only examples.
 */
function selectableItemsSql(benchmarkId: string, { kind, study }: Pick<ItemScope, "kind" | "study">): SqlFragment {
  return fragment`item.benchmark_id = ${benchmarkId} AND item.kind = ${kind} AND ${
    study
      ? fragment`item.id IN (SELECT item_version_id FROM study_item WHERE study_id = ${study.id})`
      : fragment`NOT (${isOnlyExampleSql}) AND ${isNewest}`
  }`;
}

type ItemScope = Pick<EvaluationPlan, "kind" | "study" | "items">;

const selectableRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  attributes: json<Record<string, string | number | boolean | null>>(),
});

/**
 * SQL: the items (`item`) that an evaluation asks. If the plan selects only some items, the names and attributes of all
 * items are read.
 */
export async function selectAskedItems(benchmarkId: string, { items, ...plan }: ItemScope): Promise<SqlFragment> {
  const selectableSql = selectableItemsSql(benchmarkId, plan);
  if (!items) return selectableSql;
  const selectedIds = selectItems(await readSelectable(benchmarkId, plan), items).map(({ id }) => id);
  return fragment`item.id = ANY(${selectedIds}::uuid[]) AND ${selectableSql}`;
}

/** Throws an AppError if a plan names items that cannot be asked. */
export async function requireAskableItems(benchmarkId: string, { items, ...plan }: ItemScope): Promise<void> {
  if (items?.ids) refuseUnknownNames(items, await readSelectable(benchmarkId, plan));
}

function readSelectable(benchmarkId: string, plan: Pick<ItemScope, "kind" | "study">) {
  return manyRows(
    pool(),
    selectableRow,
    sql`SELECT item.id, item.external_id AS name, item.attributes FROM item_version AS item
      WHERE ${selectableItemsSql(benchmarkId, plan)}`,
  );
}

const idRow = z.strictObject({ id: z.string() });

const readBatchSize = 500;

/** The items that a plan may ask, in the order of their file. */
export async function* streamAskedItems(benchmarkId: string, plan: ItemScope): AsyncGenerator<ItemRow> {
  const rows = await manyRows(
    pool(),
    idRow,
    sql`SELECT item.id FROM item_version AS item WHERE ${await selectAskedItems(benchmarkId, plan)}
      ORDER BY item.ordinal, item.external_id`,
  );
  for (let from = 0; from < rows.length; from += readBatchSize) {
    const batchIds = rows.slice(from, from + readBatchSize).map(({ id }) => id);
    const items = await readItemsById(batchIds);
    for (const id of batchIds) yield* [items.get(id) ?? []].flat();
  }
}
