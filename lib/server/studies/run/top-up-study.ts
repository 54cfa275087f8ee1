import type { PoolClient } from "pg";
import * as z from "zod";
import { seededRandom } from "@/lib/domain/random.ts";
import { returnPosition, returnSeed } from "@/lib/domain/survey/slots/slot-queue.ts";
import { notNeeded } from "@/lib/domain/survey/studies/exclusion.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { manyRows, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { lockStudy } from "../study-where.ts";

/**
 * SQL: filled slots of groups with a target that lack an answer. One of their answers is excluded, no slot replaces
 * them, and no answer at the same position counts in the slots that they replace (`positions_answered_before`).
 */
const slotsLackingAnswersSql = (studyId: string) => fragment`
  FROM exclusion JOIN counted_response AS answer ON answer.id = exclusion.response_id
  JOIN slot ON slot.session_id = answer.session_id AND slot.is_done
  JOIN stratum ON stratum.id = slot.stratum_id AND NOT stratum.is_open
  WHERE exclusion.study_id = ${studyId} AND slot.study_id = ${studyId} AND exclusion.revoked_at IS NULL AND answer.is_complete AND answer.is_newest AND NOT answer.is_surplus
    AND NOT EXISTS (SELECT FROM slot AS other WHERE other.replaces_slot_id = slot.id)
    AND answer.position NOT IN (SELECT positions_answered_before(slot.id))`;

const lackingSlotRow = z.strictObject({ id: z.string(), stratum_id: z.string(), session_id: z.string() });

const queueRow = z.strictObject({
  ordinal: z.number(),
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
});

/**
 * Adds a slot for each session that lost answers to exclusions, with the same group, items and conditions. The position
 * in the group's queue is drawn from the study's seed, and the assignment log names the replaced session. A replacement
 * asks all items of the session again; a new answer counts only if the old one is missing, and is otherwise excluded as
 * not needed. A second call adds nothing. Returns the number of added slots.
 */
export async function topUpStudy(actor: Actor, studyId: string): Promise<number> {
  return await withTx(async (client) => {
    const study = await lockStudy(client, actor, "research.write", studyId);
    const restoredCount = await restoreNeededAnswers(client, studyId, actor.userId);
    const rows = await manyRows(
      client,
      lackingSlotRow,
      sql`
      SELECT DISTINCT slot.id, slot.stratum_id, slot.session_id ${slotsLackingAnswersSql(studyId)} ORDER BY slot.id
    `,
    );
    const { seed } = study.design as { seed: string };
    for (const { id, stratum_id, session_id } of rows) {
      const queue = await oneRow(
        client,
        queueRow,
        sql`
        SELECT (SELECT coalesce(max(ordinal) + 1, 0) FROM slot WHERE stratum_id = ${stratum_id}) AS ordinal,
          min(queue_position) AS lowest, max(queue_position) AS highest
        FROM slot WHERE stratum_id = ${stratum_id} AND NOT is_done AND queued_turn = turn
      `,
      );
      const { ordinal, lowest, highest } = queue;
      const queueBounds = lowest === null || highest === null ? null : { lowest, highest };
      const position = returnPosition(queueBounds, ordinal, seededRandom(returnSeed(seed, `${id}+`, 0)));
      await client.query(sql`
        WITH made AS (
          INSERT INTO slot (study_id, stratum_id, ordinal, queue_position, replaces_slot_id, topped_up_by_id)
          VALUES (${studyId}, ${stratum_id}, ${ordinal}, ${position}, ${id}, ${actor.userId}) RETURNING id
        ), placed AS (
          INSERT INTO placement (slot_id, position, item_version_id, condition_id, story_key, source_group)
          SELECT made.id, position, item_version_id, condition_id, story_key, source_group
          FROM placement, made WHERE placement.slot_id = ${id}
        )
        INSERT INTO assignment_event (study_id, slot_id, session_id, event, to_position)
        SELECT ${studyId}, made.id, ${session_id}, 'topped-up', ${position} FROM made
      `);
    }
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: study.project_id,
      action: "study.top-up",
      subjectType: "study",
      subjectId: studyId,
      after: { slots: rows.length, broughtBack: restoredCount },
    });
    return rows.length;
  });
}

/** SQL: the number of sessions that `topUpStudy` would replace. */
export function missingAnswersSql(studyId: string) {
  return sql`SELECT count(DISTINCT slot.id)::int AS n ${slotsLackingAnswersSql(studyId)}`;
}

/**
 * Revokes the exclusions of answers that were excluded as not needed and are needed now. An answer is needed if the
 * earlier answer no longer counts: it was excluded later, or its participant withdrew. Returns the number of revoked
 * exclusions.
 *
 * @param byId the user who caused it; null for the installation and for participants
 */
export async function restoreNeededAnswers(client: PoolClient, studyId: string, byId: string | null): Promise<number> {
  const rowCount = await rowCountOf(
    client,
    sql`
    UPDATE exclusion SET revoked_at = clock_timestamp(), revoked_by_id = ${byId}
    FROM counted_response AS answer JOIN slot ON slot.session_id = answer.session_id
    WHERE exclusion.study_id = ${studyId} AND exclusion.reason = ${notNeeded} AND exclusion.revoked_at IS NULL
      AND exclusion.response_id = answer.id AND slot.study_id = ${studyId} AND answer.study_id = ${studyId}
      AND NOT EXISTS (SELECT FROM slot AS other WHERE other.replaces_slot_id = slot.id)
      AND answer.position NOT IN (SELECT positions_answered_before(slot.id))
  `,
  );
  return rowCount;
}

/**
 * The answers of a study's stage, as rows of a join, that are in the study's counters but fill no cell of the design.
 * These are excluded answers in a slot that has a replacement, and unneeded answers in replacements. Reads only
 * replacement slots and the slots that they replace.
 */
export const surplusAnswersSql = (studyId: string, stage: string) => fragment`
  (SELECT concerned.id, bool_or(concerned.is_made_up_for) AS is_made_up_for
   FROM slot AS other, LATERAL (VALUES (other.id, false), (other.replaces_slot_id, true)) AS concerned (id, is_made_up_for)
   WHERE other.study_id = ${studyId} AND other.replaces_slot_id IS NOT NULL GROUP BY concerned.id) AS concerned
  JOIN slot ON slot.id = concerned.id
  JOIN counted_response AS answer ON answer.session_id = slot.session_id AND answer.stage = ${stage}::stage
    AND answer.is_complete AND answer.is_newest AND NOT answer.is_surplus AND answer.is_excluded
    AND (concerned.is_made_up_for OR EXISTS (SELECT FROM exclusion
      WHERE exclusion.response_id = answer.id AND exclusion.revoked_at IS NULL AND exclusion.reason = ${notNeeded}))`;
