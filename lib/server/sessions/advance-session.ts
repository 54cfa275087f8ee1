import * as z from "zod";
import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import { outcomes } from "@/lib/domain/survey/protocol.ts";
import { plannedPool } from "../platform/database/pool.ts";
import { type Connection, infiniteDate, maybeRow } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import {
  countStepSql,
  logAssignmentSql,
  logRegainSql,
  moveSessionSql,
  recordScreensSql,
  selectStateSql,
  storeAnswersSql,
  storeResponseSql,
} from "./advance-fragments.ts";
import { findSlotSql, slotStepSql } from "./claim-slot.ts";
import { lockSessionSql } from "./enforce-dwell.ts";
import type { SessionStep } from "./session-step.ts";

/** The result of a step: the state after it. */
export interface SteppedSession {
  /** Whether returned slots are waiting to be queued again; only reported by a claim that looks for them. */
  hasReturned: boolean;
  sessionId: string;
  /** The language of the session's screens; null for the study's own language. */
  language: string | null;
  outcome: Outcome | null;
  isSurplus: boolean;
  completionCode: string | null;
  keptUntil: Date | null;
  /** The placement of the next screen, if it is about an item, and the item before it. */
  itemVersionId: string | null;
  previousItemVersionId: string | null;
  conditionId: string | null;
}

const steppedSessionRow = z.strictObject({
  session_id: z.string().nullable(),
  language: z.string().nullable(),
  outcome: z.enum(outcomes).nullable(),
  is_surplus: z.boolean().nullable(),
  completion_code: z.string().nullable(),
  kept_until: infiniteDate().nullable(),
  item_version_id: z.string().nullable(),
  condition_id: z.string().nullable(),
  previous_item_version_id: z.string().nullable(),
  held_until: z.date().nullable(),
  waits_for_network: z.boolean(),
  has_returned: z.boolean(),
});

/**
 * Advances a session by one step in one statement: checks screen, outcome and dwell by the database's clock, stores the
 * answer, claims, renews, fills or returns the slot, advances the session and updates the counts; a trigger counts the
 * answers of a session that becomes complete, from the view `counted_response`. Returns null without a change if the
 * session is not at this screen or the dwell is not over; the caller then reads the state, and the domain determines
 * the reason.
 *
 * A slot is free, claimed until `available_at`, or done. The holder of an expired lease keeps the slot until someone
 * else claims it; after that, the session takes a free slot with the same content, or becomes surplus when it finishes.
 *
 * If no slot is free but some are only claimed, the session waits at its screen: the POST request is stored to be
 * resent, and the page shows when the first of those leases ends. The session also waits briefly if nearly all slots
 * are claimed (`arrivalWaits`). The session is over quota only if all slots are done. A returned slot is claimed again
 * only after `requeueReturned` has drawn its new position in the queue.
 */
export async function advanceSession(
  step: SessionStep,
  connection: Connection = plannedPool(),
): Promise<SteppedSession | { waitsUntil: Date; reason: "slots" | "network" } | null> {
  const optional = [storeAnswersSql(step), storeResponseSql(step), logRegainSql(step), logAssignmentSql(step)].filter(
    (part) => part !== null,
  );
  const partsSql = optional.reduce((parts, part) => fragment`${parts},${part}`, fragment``);
  const row = await maybeRow(
    connection,
    steppedSessionRow,
    sql`
    WITH ${lockSessionSql(step)},
    ${findSlotSql(step)},
    ${slotStepSql(step)},
    ${moveSessionSql(step)},
    ${recordScreensSql(step)},
    ${countStepSql(step)}${partsSql}
    ${selectStateSql(step)}
  `,
  );
  if (!row) return null;
  if (row.held_until !== null)
    return { waitsUntil: row.held_until, reason: row.waits_for_network ? "network" : "slots" };
  if (row.session_id === null || row.is_surplus === null) return null;
  return {
    hasReturned: row.has_returned,
    sessionId: row.session_id,
    language: row.language,
    outcome: row.outcome,
    isSurplus: row.is_surplus,
    completionCode: row.completion_code,
    keptUntil: row.kept_until instanceof Date ? row.kept_until : null,
    itemVersionId: row.item_version_id,
    previousItemVersionId: row.previous_item_version_id,
    conditionId: row.condition_id,
  };
}
