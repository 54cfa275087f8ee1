import * as z from "zod";
import { crossFactors } from "@/lib/domain/items/stimulus.ts";
import { generateLayout } from "@/lib/domain/survey/composition/generate-layout.ts";
import { layoutDesignOf } from "@/lib/domain/survey/composition/study-layout.ts";
import { type Design, designSchema } from "@/lib/domain/survey/design.ts";
import { type PlannedSlot, planStratumSlots } from "@/lib/domain/survey/slots/plan-slots.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { readStudyItems, type StudyItem, toLayoutItem } from "../study-items.ts";
import { groupSlots, replaceConditions } from "./generate-study.ts";
import { insertSlots } from "./insert-slots.ts";

/** The minimum number of free slots; larger than the number that can be claimed between two checks. */
const minFreeSlots = 500;

const freeRow = z.strictObject({ free: z.number() });

const stateRow = z.strictObject({
  design: json(),
  free: z.number(),
  made: z.number(),
  condition_ids: z.array(z.string()),
  item_ids: z.array(z.string()),
});

/**
 * Keeps enough free slots in an open stratum, which has no quota: whole permuted blocks are added before the last slots
 * are claimed. Each round of blocks uses the seed with its own number, so the order is reproducible.
 */
export async function ensureOpenSlots(studyId: string, stratumId: string): Promise<void> {
  const row = await oneRow(
    pool(),
    freeRow,
    sql`
    SELECT count(*)::int AS free FROM (
      SELECT 1 FROM slot WHERE stratum_id = ${stratumId} AND NOT is_done AND session_id IS NULL LIMIT ${minFreeSlots}
    ) AS counted
  `,
  );
  if (row.free >= minFreeSlots) return;
  await withTx(async (client) => {
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`open-stratum/${stratumId}`}, 0))`);
    const state = await oneRow(
      client,
      stateRow,
      sql`SELECT study.design,
              (SELECT count(*)::int FROM slot WHERE stratum_id = ${stratumId} AND NOT is_done
              AND session_id IS NULL) AS free,
              (SELECT count(*)::int FROM slot WHERE stratum_id = ${stratumId}) AS made,
              ARRAY(SELECT id FROM condition WHERE study_id = ${studyId} ORDER BY ordinal) AS condition_ids,
              ARRAY(SELECT item_version_id FROM study_item WHERE study_id = ${studyId} ORDER BY ordinal) AS item_ids
       FROM study WHERE id = ${studyId}`,
    );
    const { design: storedDesign, free, made, condition_ids: conditionIds, item_ids: itemIds } = state;
    if (free >= minFreeSlots) return;
    const design = designSchema.parse(storedDesign);
    const items = await readStudyItems(studyId, client);
    for (let added = 0; added < minFreeSlots; ) {
      const plannedSlots = generateOpenRound(design, items, `${design.seed}/open/${made + added}`);
      await insertSlots(client, studyId, stratumId, plannedSlots, itemIds, conditionIds);
      added += plannedSlots.length;
    }
  });
}

/**
 * One round of slots for people outside all quotas: the smallest number of sessions in which every item occurs equally
 * often under every condition, by the rules of the study.
 */
function generateOpenRound(design: Design, items: readonly StudyItem[], seed: string): PlannedSlot[] {
  const conditions = crossFactors(design.factors).length;
  const stratum = { key: "open", label: "", criteria: {} };
  const composition = design.composition && { ...design.composition, draw: null, sessions: null, shares: null };
  const file = layoutDesignOf(
    { ...design, seed, strata: [stratum], perStratumItem: conditions, composition },
    items.length,
  );
  if (design.composition && file) {
    const { sessions: _sessions, ...smallestFile } = file;
    const result = generateLayout(smallestFile, items.map(toLayoutItem));
    if (result.ok) return groupSlots({ ...design, strata: [stratum] }, items, result.slots)[0] ?? [];
  }
  const { itemsPerSession } = design;
  // Without rounding down, too few items would remain for the last session of a round.
  const wholeSessions = Math.max(1, Math.floor((items.length * conditions) / itemsPerSession));
  const counts = { strata: 1, items: items.length, conditions, perStratumItem: conditions, itemsPerSession };
  return replaceConditions(design, items, planStratumSlots(counts, 0, seed).slice(0, wholeSessions));
}
