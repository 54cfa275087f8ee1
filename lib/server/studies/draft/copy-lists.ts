import type { PoolClient } from "pg";
import { rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";

/**
 * Whether the items of every session were fixed in lists when the study was created, as in studies that rotate the
 * expressions of belief. The lists cannot be generated from the study's design, because the design does not describe them.
 */
export async function hasLists(client: PoolClient, studyId: string): Promise<boolean> {
  const rowCount = await rowCountOf(
    client,
    sql`SELECT 1 FROM study WHERE id = ${studyId} AND margins IS NOT NULL AND NOT design ? 'composition'
      AND EXISTS (SELECT FROM slot WHERE study_id = study.id)`,
  );
  return rowCount > 0;
}

/**
 * Copies the planned sessions of a study that was created with lists to a new study: groups, conditions, slots without
 * their replacements, and placements in their order. The sessions get a new random order. The items of both studies
 * must be at the same positions. Changes nothing if the source study has no lists. Runs in the caller's transaction,
 * right after the study was created; time grows with the number of placements.
 *
 * @param seed determines the order of the sessions
 */
export async function copyLists(client: PoolClient, sourceId: string, studyId: string, seed: string): Promise<void> {
  if (!(await hasLists(client, sourceId))) return;
  await client.query(
    sql`INSERT INTO condition (id, study_id, key, levels, ordinal)
      SELECT gen_random_uuid(), ${studyId}, key, levels, ordinal FROM condition WHERE study_id = ${sourceId}`,
  );
  await client.query(
    sql`INSERT INTO stratum (id, study_id, key, label, criteria, is_open, ordinal)
      SELECT gen_random_uuid(), ${studyId}, key, label, criteria, is_open, ordinal
      FROM stratum WHERE study_id = ${sourceId}`,
  );
  await client.query(
    sql`WITH listed AS MATERIALIZED (
        SELECT slot.id AS list_id, nextval(pg_get_serial_sequence('slot', 'id')) AS id, own.id AS stratum_id,
          row_number() OVER (PARTITION BY stratum.id ORDER BY md5(${seed} || '/' || slot.id)) - 1 AS ordinal
        FROM slot JOIN stratum ON stratum.id = slot.stratum_id
        JOIN stratum AS own ON own.study_id = ${studyId} AND own.key = stratum.key
        WHERE slot.study_id = ${sourceId} AND slot.replaces_slot_id IS NULL
      ), made AS (
        INSERT INTO slot (id, study_id, stratum_id, ordinal, queue_position)
        SELECT id, ${studyId}, stratum_id, ordinal, ordinal FROM listed
      )
      INSERT INTO placement (slot_id, position, item_version_id, condition_id, story_key, source_group)
      SELECT listed.id, placement.position, own_item.item_version_id, own_condition.id, placement.story_key,
        placement.source_group
      FROM listed
      JOIN placement ON placement.slot_id = listed.list_id
      JOIN study_item ON study_item.study_id = ${sourceId} AND study_item.item_version_id = placement.item_version_id
      JOIN study_item AS own_item ON own_item.study_id = ${studyId} AND own_item.ordinal = study_item.ordinal
      JOIN condition ON condition.id = placement.condition_id
      JOIN condition AS own_condition ON own_condition.study_id = ${studyId} AND own_condition.key = condition.key`,
  );
  await client.query(
    sql`UPDATE study SET margins = source.margins FROM study AS source
      WHERE study.id = ${studyId} AND source.id = ${sourceId}`,
  );
}
