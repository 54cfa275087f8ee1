import { seededRandom } from "@/lib/domain/random.ts";
import { returnPosition, returnSeed } from "@/lib/domain/survey/slot-queue.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAuditRaw } from "../platform/audit/record-audit-raw.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { withRawTx } from "../platform/database/with-raw-transaction.ts";
import { lockStudy } from "./study-where.ts";

/**
 * Slots of complete sessions all of whose answers are excluded and for which no other slot makes up yet. A session of
 * which only some answers are excluded keeps its slot: half a session cannot be asked again.
 */
const replaceable = `
  SELECT slot.id, slot.stratum_id, slot.session_id FROM slot JOIN (
    SELECT session_id FROM counted_response WHERE study_id = $1 AND is_complete AND is_newest AND NOT is_surplus
    GROUP BY session_id HAVING bool_and(is_excluded)
  ) AS gone ON gone.session_id = slot.session_id
  WHERE slot.study_id = $1 AND slot.is_done
    AND NOT EXISTS (SELECT FROM slot AS other WHERE other.replaces_slot_id = slot.id)`;

/**
 * Adds one slot of the same group, items and conditions for each excluded session, at a place in the group's queue that
 * is drawn from the study's seed; the assignment log says for whom. A second call adds nothing. Returns how many.
 */
export async function topUpStudy(actor: Actor, studyId: string): Promise<number> {
  return await withRawTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const { rows } = await client.query(`${replaceable} ORDER BY slot.id`, [studyId]);
    const { seed } = study.design as { seed: string };
    for (const { id, stratum_id, session_id } of rows) {
      const { rows: queue } = await client.query(sql`
        SELECT (SELECT max(ordinal) + 1 FROM slot WHERE stratum_id = ${stratum_id}) AS ordinal,
          min(queue_position) AS lowest, max(queue_position) AS highest
        FROM slot WHERE stratum_id = ${stratum_id} AND NOT is_done AND queued_turn = turn
      `);
      const { ordinal, lowest, highest } = queue[0];
      const waiting = lowest === null ? null : { lowest, highest };
      const position = returnPosition(waiting, ordinal, seededRandom(returnSeed(seed, `${id}+`, 0)));
      await client.query(sql`
        WITH made AS (
          INSERT INTO slot (study_id, stratum_id, ordinal, queue_position, replaces_slot_id)
          VALUES (${studyId}, ${stratum_id}, ${ordinal}, ${position}, ${id}) RETURNING id
        ), placed AS (
          INSERT INTO placement (slot_id, position, item_version_id, condition_id, story_key, source_group)
          SELECT made.id, position, item_version_id, condition_id, story_key, source_group
          FROM placement, made WHERE placement.slot_id = ${id}
        )
        INSERT INTO assignment_event (study_id, slot_id, session_id, event, to_position)
        SELECT ${studyId}, made.id, ${session_id}, 'topped-up', ${position} FROM made
      `);
    }
    await recordAuditRaw(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.top-up",
      subjectType: "study",
      subjectId: studyId,
      after: { slots: rows.length },
    });
    return rows.length;
  });
}

/** The statement behind the number of sessions that `topUpStudy` would make up for. */
export const countReplaceable = `SELECT count(*)::int AS n FROM (${replaceable}) AS found`;

/**
 * The rows of a join, by item, condition and group, that count in the design no longer: placements of sessions that another
 * slot makes up for. Where one of a session's exclusions was taken back, its answers count beside those of the other slot.
 */
export const madeUpFor = fragment`
  slot JOIN slot AS replaced ON replaced.id = slot.replaces_slot_id
  JOIN placement ON placement.slot_id = replaced.id
    AND replaced.session_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM counted_response AS answer
      WHERE answer.session_id = replaced.session_id AND answer.is_newest AND NOT answer.is_excluded)`;
