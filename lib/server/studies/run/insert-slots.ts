import type pg from "pg";
import * as z from "zod";
import type { PlannedSlot } from "@/lib/domain/survey/slots/plan-slots.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

const firstRow = z.strictObject({ first: z.number() });

/**
 * Appends planned slots to a stratum, with their placements and the clusters of their items, in batches of 5,000
 * placements. The 29,120 slots of Street et al. take six round trips.
 *
 * @param itemIds, conditionIds the IDs for the plan's indices
 */
export async function insertSlots(
  client: pg.ClientBase,
  studyId: string,
  stratumId: string,
  planned: readonly PlannedSlot[],
  itemIds: readonly string[],
  conditionIds: readonly string[],
): Promise<void> {
  const row = await oneRow(
    client,
    firstRow,
    sql`SELECT coalesce(max(ordinal) + 1, 0) AS first FROM slot WHERE stratum_id = ${stratumId}`,
  );
  const first: number = row.first;
  const placementsPerSlot = planned[0]?.length ?? 1;
  const batchSize = Math.max(1, Math.floor(5_000 / placementsPerSlot));
  for (let start = 0; start < planned.length; start += batchSize) {
    const batch = planned.slice(start, start + batchSize);
    const placements = batch.flatMap((slot, offset) =>
      slot.map((placement, position) => ({ ordinal: first + start + offset, position, ...placement })),
    );
    await client.query(
      sql`WITH made AS (
         INSERT INTO slot (study_id, stratum_id, ordinal, queue_position)
         SELECT ${studyId}, ${stratumId}, ordinal, ordinal
         FROM generate_series(${first + start}::int, ${first + start + batch.length - 1}::int) AS ordinal
         RETURNING id, ordinal
       )
       INSERT INTO placement (slot_id, position, item_version_id, condition_id, story_key, source_group)
       SELECT made.id, planned.position, planned.item_version_id, planned.condition_id, story_version.external_id,
         coalesce(item_version.attributes ->> 'group', story_version.external_id)
       FROM unnest(${placements.map((placement) => placement.ordinal)}::int[],
       ${placements.map((placement) => placement.position)}::int[],
       ${placements.map((placement) => itemIds[placement.item])}::uuid[],
       ${placements.map((placement) => conditionIds[placement.condition])}::uuid[])
         AS planned (ordinal, position, item_version_id, condition_id)
       JOIN made USING (ordinal)
       JOIN item_version ON item_version.id = planned.item_version_id
       JOIN story_version ON story_version.id = item_version.story_version_id`,
    );
  }
}
