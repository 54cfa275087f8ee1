import * as z from "zod";
import { exampleSplit } from "@/lib/domain/items/example-split.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { selectItems } from "@/lib/domain/items/item-selection.ts";
import type { EvaluationPlan } from "@/lib/domain/models/evaluation/plan.ts";
import { readItemsById } from "../../items/read-items.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { refuseUnknownNames } from "../read-selection.ts";

/** SQL: whether an item (`item`) serves only as a few-shot example (`isOnlyExample`). */
export const onlyExample = `coalesce(item.attributes ->> 'split', '') = '${exampleSplit}'`;

const isNewest = `NOT EXISTS (SELECT FROM item_version AS newer WHERE newer.benchmark_id = item.benchmark_id
    AND newer.external_id = item.external_id AND newer.version > item.version)`;

/** SQL: which items (`item`) of a benchmark, $1, of a kind, $2, serve only as few-shot examples. */
export const exampleItems = `item.benchmark_id = $1 AND item.kind = $2 AND ${onlyExample} AND ${isNewest}`;

/**
 * SQL: which items (`item`) an evaluation asks: those of a study, $3, in the versions that its participants see;
 * without a study the newest versions of all items of a kind, $2, in a benchmark, $1, except those that serve only as
 * examples; restricted to a selection, $4, unless it is NULL. `askedValues` returns the four values.
 */
export const askedItems = `($4::uuid[] IS NULL OR item.id = ANY($4)) AND item.benchmark_id = $1 AND item.kind = $2 AND CASE WHEN $3::uuid IS NULL
  THEN NOT (${onlyExample}) AND ${isNewest}
  ELSE item.id IN (SELECT item_version_id FROM study_item WHERE study_id = $3) END`;

type Asked = Pick<EvaluationPlan, "kind" | "study" | "items">;

const selectableRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  attributes: json<Record<string, string | number | boolean | null>>(),
});

/** The values of `askedItems` for a plan. Reads names and attributes of all items where the plan selects some. */
export async function askedValues(
  benchmarkId: string,
  { kind, study, items }: Asked,
): Promise<[benchmarkId: string, kind: string, studyId: string | null, selected: string[] | null]> {
  const studyId = study?.id ?? null;
  if (!items) return [benchmarkId, kind, studyId, null];
  const rows = await readSelectable(benchmarkId, { kind, study });
  return [benchmarkId, kind, studyId, selectItems(rows, items).map(({ id }) => id)];
}

/** Refuses a plan with an AppError if it names items that cannot be asked. */
export async function requireNamedItems(benchmarkId: string, { items, ...plan }: Asked): Promise<void> {
  if (items?.ids) refuseUnknownNames(items, await readSelectable(benchmarkId, plan));
}

function readSelectable(benchmarkId: string, { kind, study }: Pick<Asked, "kind" | "study">) {
  return manyRows(
    pool(),
    selectableRow,
    `SELECT item.id, item.external_id AS name, item.attributes FROM item_version AS item WHERE ${askedItems}`,
    [benchmarkId, kind, study?.id ?? null, null],
  );
}

const idRow = z.strictObject({ id: z.string() });

const readAtOnce = 500;

/** The items that a plan may ask, in the order of their file. */
export async function* streamAskedItems(benchmarkId: string, plan: Asked): AsyncGenerator<ItemRow> {
  const rows = await manyRows(
    pool(),
    idRow,
    `SELECT item.id FROM item_version AS item WHERE ${askedItems} ORDER BY item.ordinal, item.external_id`,
    await askedValues(benchmarkId, plan),
  );
  for (let from = 0; from < rows.length; from += readAtOnce) {
    const some = rows.slice(from, from + readAtOnce).map(({ id }) => id);
    const items = await readItemsById(some);
    for (const id of some) yield* [items.get(id) ?? []].flat();
  }
}
