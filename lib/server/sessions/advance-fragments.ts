import { randomUUID } from "node:crypto";
import { briefWaitMs, enoughFree, heldForEachFree } from "@/lib/domain/survey/slot-wait.ts";
import { fragment, type SqlFragment } from "../platform/database/sql.ts";
import type { SessionStep } from "./session-step.ts";

// The parts of the one statement that takes a step of a session (advance-session.ts). All of them see the same snapshot of
// the database, so they name one another's results and never read what another part writes. `me` is the session when the
// step is allowed; where it is empty, every part that writes does nothing. What a step cannot do (claim a slot, answer an
// item) is left out of its statement: the database prepares every part of a statement each time, done or not.

/** `asking`: the session, locked, when it is at this screen, has not ended and its dwell is over. */
export function sessionAsking(step: SessionStep): SqlFragment {
  return fragment`
    asking AS (
      SELECT id, study_id, stage, stratum_id, slot_id, screen_shown_at, waiting_since,
             extract(epoch FROM clock_timestamp() - screen_shown_at) * 1000 AS elapsed_ms
      FROM session
      WHERE token_hash = ${step.tokenHash} AND protocol_version_id = ${step.protocolVersionId}
        AND screen = ${step.screen} AND outcome IS NULL
        AND dwell_is_over(screen_shown_at, ${step.dwellMs}::int, clock_timestamp())
      FOR UPDATE
    )`;
}

/**
 * `candidate`: the next free slot of the stratum, locked; `room`: how many are free and held, counted no further than the
 * rule asks; `held`: until when the person waits, by `arrival_waits` (lib/domain/survey/slot-wait.ts); `waits`: the post,
 * kept to be sent again; `me`: the session, unless it has to wait.
 */
export function slotWanted({ claim }: SessionStep): SqlFragment {
  if (!claim) return fragment`held AS (SELECT NULL::timestamptz AS until), me AS (SELECT asking.* FROM asking)`;
  return fragment`
    candidate AS (
      SELECT id, session_id AS previous FROM slot
      WHERE EXISTS (SELECT 1 FROM asking)
        AND stratum_id = ${claim.stratumId}::uuid AND NOT is_done AND queued_turn = turn
        AND lease_is_free(available_at, clock_timestamp())
      ORDER BY queue_position, ordinal
      LIMIT 1
      FOR UPDATE SKIP LOCKED
    ),
    room AS (
      SELECT
        (SELECT count(*)::int FROM (
          SELECT FROM slot WHERE stratum_id = ${claim.stratumId}::uuid AND NOT is_done
            AND queued_turn = turn AND lease_is_free(available_at, clock_timestamp()) LIMIT ${enoughFree}
        ) AS some_free) AS free,
        (SELECT count(*)::int FROM (
          SELECT FROM slot WHERE stratum_id = ${claim.stratumId}::uuid AND NOT is_done
            AND queued_turn < turn AND NOT lease_is_free(available_at, clock_timestamp())
          LIMIT ${heldForEachFree * (enoughFree - 1)}
        ) AS some_held) AS held
    ),
    held AS (
      SELECT CASE
        WHEN asking.id IS NULL THEN NULL
        WHEN NOT EXISTS (SELECT 1 FROM candidate) THEN (
          -- Where every slot is done there is nothing to wait for.
          SELECT min(greatest(available_at, clock_timestamp() + interval '1 minute')) FROM slot
          WHERE stratum_id = ${claim.stratumId}::uuid AND NOT is_done
        )
        WHEN arrival_waits(room.free, room.held, coalesce(
            extract(epoch FROM clock_timestamp() - asking.waiting_since) * 1000, 0)::double precision)
          THEN coalesce(asking.waiting_since, clock_timestamp()) + ${briefWaitMs}::int * interval '1 millisecond'
        END AS until
      FROM (VALUES (1)) AS one LEFT JOIN (asking CROSS JOIN room) ON true
      -- Always one row: for a session that is not asking, nobody waits.
    ),
    waits AS (
      UPDATE session SET waiting_since = coalesce(session.waiting_since, clock_timestamp()),
        waiting_post = ${JSON.stringify(claim.post)}::jsonb, last_seen_at = clock_timestamp()
      FROM asking, held WHERE held.until IS NOT NULL AND session.id = asking.id
    ),
    me AS (
      SELECT asking.* FROM asking, held WHERE held.until IS NULL
    )`;
}

/**
 * `claimed`: the candidate, held by this session from now on; `kept`: the slot that the session held, renewed, filled or
 * returned.
 */
export function slotTaken(step: SessionStep): SqlFragment {
  const isComplete = step.outcome === "complete";
  const claimed = step.claim
    ? fragment`
      UPDATE slot SET session_id = me.id, available_at = lease_end(${step.leaseMinutes}::int, clock_timestamp()),
        turn = turn + 1
      FROM candidate, me WHERE slot.id = candidate.id
      RETURNING slot.id, slot.available_at, candidate.previous`
    : fragment`SELECT NULL::bigint AS id, NULL::timestamptz AS available_at, NULL::uuid AS previous WHERE false`;
  return fragment`
    claimed AS (${claimed}),
    kept AS (
      UPDATE slot SET
        is_done = ${isComplete}::boolean,
        session_id = CASE WHEN ${step.outcome}::text IS NULL OR ${isComplete}::boolean THEN me.id END,
        available_at = CASE
          WHEN ${isComplete}::boolean THEN 'infinity'
          WHEN ${step.outcome}::text IS NULL THEN lease_end(${step.leaseMinutes}::int, clock_timestamp())
          ELSE '-infinity' END,
        -- Whoever goes on takes the slot out of the queue again.
        queued_turn = least(queued_turn, turn - 1)
      FROM me WHERE slot.id = me.slot_id AND slot.session_id = me.id AND NOT slot.is_done
      RETURNING slot.id, slot.available_at
    )`;
}

/** `ending`: how the session ends, if it does; `moved`: the session after the step. */
export function sessionMoved(step: SessionStep): SqlFragment {
  const isComplete = step.outcome === "complete";
  return fragment`
    ending AS (
      SELECT CASE WHEN ${step.claim !== null}::boolean AND NOT EXISTS (SELECT 1 FROM claimed) THEN 'over-quota'
                  ELSE ${step.outcome}::text END AS outcome
    ),
    moved AS (
      UPDATE session SET
        screen = CASE WHEN ending.outcome IS NULL THEN ${step.next?.screen ?? step.screen}::int ELSE session.screen END,
        screen_shown_at = clock_timestamp(),
        last_seen_at = clock_timestamp(),
        lease_renewals = 0,
        waiting_since = NULL,
        waiting_post = NULL,
        stratum_id = coalesce(${step.claim?.stratumId ?? null}::uuid, session.stratum_id),
        slot_id = coalesce((SELECT id FROM claimed), session.slot_id),
        outcome = ending.outcome::outcome,
        ended_at = CASE WHEN ending.outcome IS NOT NULL THEN clock_timestamp() END,
        is_surplus = ${isComplete}::boolean AND NOT EXISTS (SELECT 1 FROM kept),
        completion_code = ${step.completionCode}
      FROM me, ending WHERE session.id = me.id
      RETURNING session.id, session.language, session.outcome, session.slot_id, session.is_surplus, session.completion_code
    )`;
}

/** `left_screen` and `shown`: when the screens were left and shown. */
export function screensNoted(step: SessionStep): SqlFragment {
  return fragment`
    left_screen AS (
      UPDATE session_screen SET left_at = clock_timestamp(),
        visible_ms = ${step.reported.visibleMs}::int, focus_losses = ${step.reported.focusLosses}::int
      FROM me WHERE session_id = me.id AND screen = ${step.screen}
    ),
    shown AS (
      INSERT INTO session_screen (session_id, screen, key)
      SELECT me.id, ${step.next?.screen ?? 0}::int, ${step.next?.key ?? ""} FROM me, ending
      WHERE ending.outcome IS NULL AND ${step.next !== null}::boolean
    )`;
}

/** `answered`: what was answered to the protocol's own questions; null where the step answers none. */
export function answersStored(step: SessionStep): SqlFragment | null {
  const { stepAnswer: given } = step;
  if (!given) return null;
  return fragment`
    answered AS (
      INSERT INTO step_answer (id, session_id, screen, key, given, sha256)
      SELECT ${randomUUID()}::uuid, me.id, ${step.screen}, ${step.screenKey}, ${JSON.stringify(given.given)}::jsonb, ${given.sha256}
      FROM me
    )`;
}

/** `responded`: what was answered about the item; null where the step answers nothing about one. */
export function responseStored(step: SessionStep): SqlFragment | null {
  const { response } = step;
  if (!response) return null;
  return fragment`
    responded AS (
      INSERT INTO response (id, session_id, study_id, stage, placement_id, item_version_id, shown_item_version_id, condition_id, stratum_id,
        position, screen, answer, answer_key, sha256, content_fingerprint, presentation_fingerprint, elapsed_ms, visible_ms,
        focus_losses)
      SELECT ${randomUUID()}::uuid, me.id, me.study_id, me.stage, placement.id, placement.item_version_id, ${response.shownItemVersionId}::uuid,
        placement.condition_id, me.stratum_id, placement.position, ${step.screen}, ${JSON.stringify(response.answer)}::jsonb,
        ${response.answerKey}, ${response.sha256}, ${response.contentFingerprint}, ${response.presentationFingerprint}, least(me.elapsed_ms, 2000000000)::int,
        ${step.reported.visibleMs}::int, ${step.reported.focusLosses}::int
      FROM me JOIN placement ON placement.slot_id = me.slot_id AND placement.position = ${response.position}::int
    )`;
}

/** `counted_sessions` and `counted_times`: the counters that pages read; see `counterShards`. */
export function stepCounted(step: SessionStep): SqlFragment {
  const shard = Math.floor(Math.random() * counterShards);
  return fragment`
    counted_sessions AS (
      INSERT INTO session_count AS tally (study_id, stage, key, event, shard, count)
      SELECT me.study_id, me.stage, happened.key, happened.event, ${shard}::smallint, 1
      FROM me, ending, LATERAL (VALUES
        (${step.screenKey}, 'left', true),
        (${step.next?.key ?? ""}, 'shown', ending.outcome IS NULL),
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

/** `logged`: what became of the slot, for the log of assignments; null where the step neither claims one nor ends. */
export function assignmentLogged(step: SessionStep): SqlFragment | null {
  if (!step.claim && step.outcome === null) return null;
  const isComplete = step.outcome === "complete";
  return fragment`
    logged AS (
      INSERT INTO assignment_event (study_id, slot_id, session_id, event)
      SELECT me.study_id, coalesce((SELECT id FROM claimed), me.slot_id), me.id,
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

/** The state after the step: one row when the session was asking, none otherwise. */
export function stateAfter(step: SessionStep): SqlFragment {
  const hasReturned = step.claim?.looksForReturned
    ? fragment`EXISTS (
        SELECT FROM slot WHERE stratum_id = ${step.claim.stratumId}::uuid AND NOT is_done AND queued_turn < turn
          AND lease_is_free(available_at, clock_timestamp()))`
    : fragment`false`;
  return fragment`
    SELECT moved.id AS session_id, moved.language, moved.outcome::text AS outcome, moved.is_surplus, moved.completion_code,
           coalesce((SELECT available_at FROM claimed), (SELECT available_at FROM kept)) AS kept_until,
           placement.item_version_id, placement.condition_id, before.item_version_id AS previous_item_version_id,
           held.until AS held_until,
           ${hasReturned} AS has_returned
    FROM asking CROSS JOIN held LEFT JOIN moved ON true LEFT JOIN placement
      ON placement.slot_id = moved.slot_id AND placement.position = ${step.next?.position ?? null}::int
    LEFT JOIN placement AS before ON before.slot_id = placement.slot_id AND before.position = placement.position - 1`;
}

/** Counters are spread over this many rows each, so that concurrent sessions do not queue for one. */
const counterShards = 16;
