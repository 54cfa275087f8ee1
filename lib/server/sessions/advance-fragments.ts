import { randomUUID } from "node:crypto";
import { fragment, type SqlFragment } from "../platform/database/sql.ts";
import { mayRegainSlot } from "./claim-slot.ts";
import type { SessionStep } from "./session-step.ts";

// The parts of the single statement that advances a session (advance-session.ts). All parts see the same snapshot of
// the database, so they use each other's results and never read rows that another part writes. `me` is the session if
// the step is allowed; if `me` is empty, no part writes anything. Parts that a step does not need (claim a slot, answer
// an item) are omitted, because the database plans every part of a statement each time.

/** SQL: whether the session continues or ends as the step decided; false if it must end because no slot is free. */
function isAsDecided({ outcome }: SessionStep): SqlFragment {
  return fragment`ending.outcome IS NOT DISTINCT FROM ${outcome}::text`;
}

/** `ending`: how the session ends, if it does; `moved`: the session after the step. */
export function moveSessionSql(step: SessionStep): SqlFragment {
  const isComplete = step.outcome === "complete";
  return fragment`
    ending AS (
      SELECT CASE WHEN ${step.claim !== null}::boolean AND NOT EXISTS (SELECT 1 FROM claimed) THEN 'over-quota'
                  ELSE ${step.outcome}::text END AS outcome
    ),
    moved AS (
      UPDATE session SET
        screen = CASE WHEN ${isAsDecided(step)} THEN ${step.next?.screen ?? step.screen}::int ELSE session.screen END,
        screen_shown_at = clock_timestamp(),
        last_seen_at = clock_timestamp(),
        lease_renewals = 0,
        waiting_since = NULL,
        waiting_post = NULL,
        stratum_id = coalesce(${step.claim?.stratumId ?? null}::uuid, session.stratum_id),
        slot_id = coalesce((SELECT id FROM claimed), (SELECT id FROM kept), session.slot_id),
        outcome = ending.outcome::outcome,
        ended_at = CASE WHEN ending.outcome IS NOT NULL THEN clock_timestamp() END,
        is_surplus = ${isComplete}::boolean AND NOT EXISTS (SELECT 1 FROM kept),
        completion_code = ${step.completionCode}
      FROM me, ending WHERE session.id = me.id
      RETURNING session.id, session.language, session.outcome, session.slot_id, session.is_surplus, session.completion_code
    )`;
}

/** `left_screen` and `shown`: when the screens were left and shown. */
export function recordScreensSql(step: SessionStep): SqlFragment {
  return fragment`
    left_screen AS (
      UPDATE session_screen SET left_at = clock_timestamp(),
        visible_ms = ${step.reported.visibleMs}::int, focus_losses = ${step.reported.focusLosses}::int,
        process = ${step.reported.process ? JSON.stringify(step.reported.process) : null}::jsonb,
        playback = ${step.reported.playback ?? null}
      FROM me WHERE session_id = me.id AND screen = ${step.screen}
    ),
    shown AS (
      INSERT INTO session_screen (session_id, screen, key)
      SELECT me.id, ${step.next?.screen ?? 0}::int, ${step.next?.key ?? ""} FROM me, ending
      WHERE ${isAsDecided(step)} AND ${step.next !== null}::boolean
    )`;
}

/** `answered`: the answers to the protocol's own questions; null if the step has none. */
export function storeAnswersSql(step: SessionStep): SqlFragment | null {
  const { stepAnswer: given } = step;
  if (!given) return null;
  return fragment`
    answered AS (
      INSERT INTO step_answer (id, session_id, screen, key, given, sha256)
      SELECT ${randomUUID()}::uuid, me.id, ${step.screen}, ${step.screenKey}, ${JSON.stringify(given.given)}::jsonb, ${given.sha256}
      FROM me
    )`;
}

/** `responded`: the answer to the item; null if the step has none. */
export function storeResponseSql(step: SessionStep): SqlFragment | null {
  const { response } = step;
  if (!response) return null;
  return fragment`
    responded AS (
      INSERT INTO response (id, session_id, study_id, stage, placement_id, item_version_id, shown_item_version_id, condition_id, stratum_id,
        position, screen, answer, answer_key, sha256, content_fingerprint, presentation_fingerprint, elapsed_ms, visible_ms,
        focus_losses, time_option)
      SELECT ${randomUUID()}::uuid, me.id, me.study_id, me.stage, placement.id, placement.item_version_id, ${response.shownItemVersionId}::uuid,
        placement.condition_id, me.stratum_id, placement.position, ${step.screen}, ${JSON.stringify(response.answer)}::jsonb,
        ${response.answerKey}, ${response.sha256}, ${response.contentFingerprint}, ${response.presentationFingerprint}, least(me.elapsed_ms, 2000000000)::int,
        ${step.reported.visibleMs}::int, ${step.reported.focusLosses}::int, ${response.timeOption}
      FROM me JOIN placement ON placement.slot_id = me.slot_id AND placement.position = ${response.position}::int
    )`;
}

/** `counted_sessions` and `counted_times`: the counters that pages read; see `counterShards`. */
export function countStepSql(step: SessionStep): SqlFragment {
  const shard = Math.floor(Math.random() * counterShards);
  return fragment`
    counted_sessions AS (
      INSERT INTO session_count AS tally (study_id, stage, key, event, shard, count)
      SELECT me.study_id, me.stage, happened.key, happened.event, ${shard}::smallint, 1
      FROM me, ending, LATERAL (VALUES
        (${step.screenKey}, 'left', true),
        (${step.next?.key ?? ""}, 'shown', ${isAsDecided(step)} AND ${step.next !== null}::boolean),
        ('', ending.outcome, ending.outcome IS NOT NULL)
      ) AS happened (key, event, applies)
      WHERE happened.applies
      ORDER BY 3, 4
      ON CONFLICT (study_id, stage, key, event, shard) DO UPDATE SET count = tally.count + 1
    ),
    counted_times AS (
      INSERT INTO time_count AS timed (study_id, stage, key, bucket, shard, count)
      SELECT me.study_id, me.stage, ${step.screenKey}, time_bucket_of(me.elapsed_ms), ${shard}::smallint, 1 FROM me
      ON CONFLICT (study_id, stage, key, bucket, shard) DO UPDATE SET count = timed.count + 1
    )`;
}

/**
 * `regain_logged`: the log entry that the session got a new slot instead of the one it lost; null if the step cannot do
 * this.
 */
export function logRegainSql(step: SessionStep): SqlFragment | null {
  if (!mayRegainSlot(step)) return null;
  return fragment`
    regain_logged AS (
      INSERT INTO assignment_event (study_id, slot_id, session_id, event)
      SELECT me.study_id, kept.id, me.id, CASE WHEN regained.previous IS NULL THEN 'claimed' ELSE 'reclaimed' END
      FROM me, kept JOIN regained ON regained.id = kept.id
    )`;
}

/**
 * `logged`: the entry of the assignment log about the change of the slot; null if the step neither claims a slot nor
 * ends the session.
 */
export function logAssignmentSql(step: SessionStep): SqlFragment | null {
  if (!step.claim && step.outcome === null) return null;
  const isComplete = step.outcome === "complete";
  return fragment`
    logged AS (
      INSERT INTO assignment_event (study_id, slot_id, session_id, event)
      SELECT me.study_id, coalesce((SELECT id FROM claimed), (SELECT id FROM kept), me.slot_id), me.id,
        CASE WHEN ending.outcome = 'over-quota' THEN 'over-quota'
             WHEN (SELECT previous FROM claimed) IS NOT NULL THEN 'reclaimed'
             WHEN EXISTS (SELECT 1 FROM claimed) THEN 'claimed'
             WHEN ${isComplete}::boolean AND EXISTS (SELECT 1 FROM kept) THEN 'completed'
             WHEN ${isComplete}::boolean THEN 'surplus'
             ELSE 'returned' END
      FROM me, ending
      WHERE ending.outcome = 'over-quota' OR EXISTS (SELECT 1 FROM claimed)
         OR (ending.outcome IS NOT NULL AND me.slot_id IS NOT NULL)
    )`;
}

/** The state after the step: one row if the step was allowed, none otherwise. */
export function selectStateSql(step: SessionStep): SqlFragment {
  // The minimum reads the partial index of claimed slots. EXISTS would read the table of slots: the planner assumes that
  // a third of all slots has queued_turn < turn, and expects the first of them after a few rows.
  const hasReturned = step.claim?.looksForReturned
    ? fragment`coalesce(lease_is_free((
        SELECT min(available_at) FROM slot
        WHERE stratum_id = ${step.claim.stratumId}::uuid AND NOT is_done AND queued_turn < turn
      ), clock_timestamp()), false)`
    : fragment`false`;
  return fragment`
    SELECT moved.id AS session_id, moved.language, moved.outcome::text AS outcome, moved.is_surplus, moved.completion_code,
           coalesce((SELECT available_at FROM claimed), (SELECT available_at FROM kept)) AS kept_until,
           placement.item_version_id, placement.condition_id, before.item_version_id AS previous_item_version_id,
           held.until AS held_until, held.is_network AS waits_for_network,
           ${hasReturned} AS has_returned
    FROM asking CROSS JOIN held LEFT JOIN moved ON true LEFT JOIN placement
      ON placement.slot_id = moved.slot_id AND placement.position = ${step.next?.position ?? null}::int
    LEFT JOIN placement AS before ON before.slot_id = placement.slot_id AND before.position = placement.position - 1`;
}

/** Counters are spread over this many rows each, so that concurrent sessions do not wait for the same row. */
const counterShards = 16;
