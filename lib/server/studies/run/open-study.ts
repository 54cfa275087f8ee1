import type { PoolClient } from "pg";
import * as z from "zod";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { type Design, designSchema } from "@/lib/domain/survey/design.ts";
import { conditionsOfItem, studyConditions } from "@/lib/domain/survey/kinds/design-variants.ts";
import { measureMargins } from "@/lib/domain/survey/measure-margins.ts";
import type { PlannedSlot } from "@/lib/domain/survey/slots/plan-slots.ts";
import { json, manyRows, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { readStudyItems } from "../study-items.ts";
import { generateStudy } from "./generate-study.ts";
import { insertSlots } from "./insert-slots.ts";

const studyDesignRow = z.strictObject({ design: json(), benchmark_id: z.string() });

/**
 * Freezes a study's design: stores its conditions, strata, items and all slots with a quota. A second call changes
 * nothing. Runs in the caller's transaction. If the design contradicts itself, throws an error that names the nearest
 * possible number.
 *
 * Time and memory grow with strata × items × answers per item; Street et al.'s 29,120 slots take about two seconds.
 */
export async function freezeDesign(client: PoolClient, studyId: string): Promise<void> {
  const row = await oneRow(
    client,
    studyDesignRow,
    sql`SELECT design, benchmark_id FROM study WHERE id = ${studyId} FOR UPDATE`,
  );
  const stratumCount = await rowCountOf(client, sql`SELECT 1 FROM stratum WHERE study_id = ${studyId} LIMIT 1`);
  if (stratumCount) return;
  const design = designSchema.parse(row.design);
  const items = await readStudyItems(studyId, client);
  const generatedStudy = generateStudy(design, items);
  const conditionIds = await insertConditions(client, studyId, design);
  const strata = await insertStrata(client, studyId, design);
  const itemIds = items.map(({ id }) => id);
  for (const [index, stratumId] of strata.entries()) {
    await insertSlots(client, studyId, stratumId, generatedStudy.strata[index] ?? [], itemIds, conditionIds);
  }
  if (generatedStudy.isDrawn) await removeUndrawnItems(client, studyId);
  if (design.composition) {
    const counts = { items: items.length, conditions: conditionIds.length };
    const usedItems = new Set(generatedStudy.strata.flat(2).map(({ item }) => item));
    const keys = studyConditions(design).map(conditionKey);
    const itemConditions = items.map(({ item }) => new Set(conditionsOfItem(design, item).map(conditionKey)));
    const isAsked = (item: number, condition?: number) =>
      usedItems.has(item) && (condition === undefined || itemConditions[item]?.has(keys[condition] ?? "") === true);
    const margins = measureMargins(generatedStudy.strata, counts, isAsked);
    await client.query(sql`UPDATE study SET margins = ${JSON.stringify(margins)} WHERE id = ${studyId}`);
  }
}

/** Removes items from the study that were not drawn, so that no page waits for answers to them. */
async function removeUndrawnItems(client: PoolClient, studyId: string): Promise<void> {
  await client.query(
    sql`DELETE FROM study_item WHERE study_id = ${studyId} AND NOT EXISTS (
       SELECT FROM placement JOIN slot ON slot.id = placement.slot_id
       WHERE slot.study_id = ${studyId} AND placement.item_version_id = study_item.item_version_id)`,
  );
}

const designRow = z.strictObject({ design: json() });

/**
 * Freezes a study whose sessions were planned by other code, such as the rotation of the expressions of belief: one
 * list of placements per session, all in the first stratum, in the given order. Runs in the caller's transaction, right
 * after the study was created.
 */
export async function freezeLists(client: PoolClient, studyId: string, lists: readonly PlannedSlot[]): Promise<void> {
  const row = await oneRow(client, designRow, sql`SELECT design FROM study WHERE id = ${studyId} FOR UPDATE`);
  const design = designSchema.parse(row.design);
  const invalidList = lists.find((list) => list.length !== design.itemsPerSession);
  if (invalidList) throw new RangeError(`a session has ${design.itemsPerSession} items, not ${invalidList.length}`);
  const itemIds = await readItems(client, studyId);
  const conditionIds = await insertConditions(client, studyId, design);
  const [stratumId] = await insertStrata(client, studyId, design);
  if (!stratumId) throw new RangeError("a study of lists needs a stratum");
  await insertSlots(client, studyId, stratumId, lists, itemIds, conditionIds);
  const margins = measureMargins([lists], { items: itemIds.length, conditions: conditionIds.length });
  await client.query(sql`UPDATE study SET margins = ${JSON.stringify(margins)} WHERE id = ${studyId}`);
}

/** Opens the study to participants. The first opening freezes the design. */
export async function openStudy(studyId: string): Promise<void> {
  await withTx(async (client) => {
    // Generating a large design takes longer than the pool's usual limit for idle transactions.
    await client.query("SET LOCAL idle_in_transaction_session_timeout = '120s'");
    await freezeDesign(client, studyId);
    await client.query(
      sql`UPDATE study SET status = 'open', opened_at = coalesce(opened_at, clock_timestamp()), closed_at = NULL
        WHERE id = ${studyId}`,
    );
  });
}

const itemVersionIdRow = z.strictObject({ item_version_id: z.string() });

async function readItems(client: PoolClient, studyId: string): Promise<string[]> {
  const rows = await manyRows(
    client,
    itemVersionIdRow,
    sql`SELECT item_version_id FROM study_item WHERE study_id = ${studyId} ORDER BY ordinal`,
  );
  return rows.map((row) => row.item_version_id);
}

const idRow = z.strictObject({ id: z.string() });

async function insertConditions(client: PoolClient, studyId: string, design: Design): Promise<string[]> {
  const ids: string[] = [];
  for (const [ordinal, levels] of studyConditions(design).entries()) {
    const row = await oneRow(
      client,
      idRow,
      sql`INSERT INTO condition (id, study_id, key, levels, ordinal)
        VALUES (gen_random_uuid(), ${studyId}, ${conditionKey(levels)}, ${JSON.stringify(levels)}, ${ordinal})
        RETURNING id`,
    );
    ids.push(row.id);
  }
  return ids;
}

/**
 * Inserts all strata. Returns the strata with a quota, in the plan's order. Slots of the open stratum are created when
 * they are needed.
 */
async function insertStrata(client: PoolClient, studyId: string, design: Design): Promise<string[]> {
  const ids: string[] = [];
  const openStratum = { key: "open", label: "Outside quotas", criteria: {} };
  const allStrata = design.openStratum ? [...design.strata, openStratum] : design.strata;
  for (const [ordinal, stratum] of allStrata.entries()) {
    const isOpen = ordinal === design.strata.length;
    const row = await oneRow(
      client,
      idRow,
      sql`INSERT INTO stratum (id, study_id, key, label, criteria, is_open, ordinal)
       VALUES (gen_random_uuid(), ${studyId}, ${stratum.key}, ${stratum.label}, ${JSON.stringify(stratum.criteria)},
       ${isOpen}, ${ordinal}) RETURNING id`,
    );
    if (!isOpen) ids.push(row.id);
  }
  return ids;
}
