import { briefWaitMs, enoughFree, heldPerFreeSlot } from "@/lib/domain/survey/slots/slot-wait.ts";
import { fragment, type SqlFragment } from "../platform/database/sql.ts";
import type { SessionStep } from "./session-step.ts";

// How a session gets and keeps its slot: parts of the single statement that advances a session (advance-session.ts).

/** SQL: whether the main stage of the study of `asking` has ended; its slots can then no longer be claimed. */
const hasEnded = fragment`EXISTS (SELECT FROM study JOIN asking ON asking.study_id = study.id WHERE study.end_cause IS NOT NULL)`;

/** SQL: whether the data of the study are locked; a session that finishes then fills no slot. */
const isLocked = fragment`EXISTS (SELECT FROM study JOIN asking ON asking.study_id = study.id WHERE study.locked_at IS NOT NULL)`;

/**
 * `network`: the time until which the person waits because sessions of their network hold too many slots; `candidate`:
 * the next free slot of the stratum, locked; `room`: the numbers of free and claimed slots, counted up to the rule's
 * limit; `held`: the time
 * until which the person waits, by `arrival_waits` (lib/domain/survey/slots/slot-wait.ts); `waits`: the POST request,
 * stored to be resent; `me`: the session, unless it has to wait.
 */
export function findSlotSql({ claim }: SessionStep): SqlFragment {
  if (!claim)
    return fragment`held AS (SELECT NULL::timestamptz AS until, false AS is_network), me AS (SELECT asking.* FROM asking)`;
  return fragment`
    network AS (
      SELECT network_waits_until(study_id, network_hash) AS until FROM asking
    ),
    candidate AS (
      SELECT id, session_id AS previous FROM slot
      -- The network is counted before a slot is locked, so that a waiting claim locks none.
      WHERE EXISTS (SELECT FROM network WHERE network.until IS NULL)
        AND stratum_id = ${claim.stratumId}::uuid AND NOT is_done AND queued_turn = turn
        AND lease_is_free(available_at, clock_timestamp())
        AND NOT ${hasEnded}
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
          LIMIT ${heldPerFreeSlot * (enoughFree - 1)}
        ) AS some_held) AS held
    ),
    held AS (
      SELECT network.until IS NOT NULL AS is_network, CASE
        WHEN asking.id IS NULL OR ${hasEnded} THEN NULL
        WHEN network.until IS NOT NULL THEN network.until
        WHEN NOT EXISTS (SELECT 1 FROM candidate) THEN (
          -- If every slot is done, there is none to wait for.
          SELECT min(greatest(least(available_at, release_at), clock_timestamp() + interval '1 minute')) FROM slot
          WHERE stratum_id = ${claim.stratumId}::uuid AND NOT is_done
        )
        WHEN arrival_waits(room.free, room.held, coalesce(
            extract(epoch FROM clock_timestamp() - asking.waiting_since) * 1000, 0)::double precision)
          THEN coalesce(asking.waiting_since, clock_timestamp()) + ${briefWaitMs}::int * interval '1 millisecond'
        END AS until
      FROM (VALUES (1)) AS one LEFT JOIN (asking CROSS JOIN room) ON true LEFT JOIN network ON true
      -- Always returns one row; without an asking session, its time is null.
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
 * `claimed`: the candidate, now claimed by this session; `regained`: a free slot with the same content as the one that
 * this session lost; `kept`: the session's slot or the regained one, renewed, filled or returned.
 */
export function slotStepSql(step: SessionStep): SqlFragment {
  const isComplete = step.outcome === "complete";
  const claimedSql = step.claim
    ? fragment`
      UPDATE slot SET session_id = me.id, claimed_at = clock_timestamp(), turn = turn + 1,
        available_at = slot_lease_end(${step.leaseMinutes}::int, clock_timestamp(), false, clock_timestamp()),
        release_at = slot_release_at(${step.next?.plannedMs ?? 0}::int, clock_timestamp())
      FROM candidate, me WHERE slot.id = candidate.id
      RETURNING slot.id, slot.available_at, candidate.previous`
    : fragment`SELECT NULL::bigint AS id, NULL::timestamptz AS available_at, NULL::uuid AS previous WHERE false`;
  return fragment`
    claimed AS (${claimedSql}),
    regained AS (${mayRegainSlot(step) ? equivalentSlot : fragment`SELECT NULL::bigint AS id, NULL::uuid AS previous WHERE false`}),
    kept AS (
      UPDATE slot SET
        is_done = ${isComplete}::boolean,
        session_id = CASE WHEN ${step.outcome}::text IS NULL OR ${isComplete}::boolean THEN me.id END,
        claimed_at = CASE WHEN slot.session_id = me.id THEN slot.claimed_at ELSE clock_timestamp() END,
        available_at = CASE
          WHEN ${isComplete}::boolean THEN 'infinity'
          WHEN ${step.outcome}::text IS NULL THEN slot_lease_end(${step.leaseMinutes}::int,
            CASE WHEN slot.session_id = me.id THEN slot.claimed_at ELSE clock_timestamp() END,
            ${step.response !== null}::boolean OR EXISTS (SELECT FROM response WHERE session_id = me.id), clock_timestamp())
          ELSE '-infinity' END,
        release_at = slot_release_at(${step.next?.plannedMs ?? 0}::int, clock_timestamp()),
        turn = CASE WHEN slot.session_id = me.id THEN turn ELSE turn + 1 END,
        -- A slot whose holder continues is not in the queue; neither is a regained slot.
        queued_turn = CASE WHEN slot.session_id = me.id THEN least(queued_turn, turn - 1) ELSE queued_turn END
      FROM me
      WHERE NOT slot.is_done AND NOT ${isLocked} AND ((slot.id = me.slot_id AND slot.session_id = me.id) OR slot.id = (SELECT id FROM regained))
      RETURNING slot.id, slot.available_at
    )`;
}

/**
 * Whether a step may claim a new slot if its session lost its slot: the step answers or shows an item, or completes the
 * session.
 */
export function mayRegainSlot({ claim, outcome, next, response }: SessionStep): boolean {
  if (claim !== null) return false;
  return outcome === "complete" || (outcome === null && (response !== null || next?.position != null));
}

/**
 * SQL: a free slot that has the same items under the same conditions at the same positions as the slot that was given
 * to someone else; the first such slot in the queue of the session's stratum. With this slot, the answers given so far
 * count.
 */
const equivalentSlot = fragment`
  SELECT slot.id, slot.session_id AS previous FROM me
  JOIN slot AS lost ON lost.id = me.slot_id AND lost.session_id IS DISTINCT FROM me.id
  JOIN slot ON slot.stratum_id = lost.stratum_id AND NOT slot.is_done AND slot.queued_turn = slot.turn
    AND lease_is_free(slot.available_at, clock_timestamp())
  WHERE NOT ${hasEnded} AND (SELECT array_agg((position, item_version_id, condition_id) ORDER BY position) FROM placement WHERE slot_id = slot.id)
      = (SELECT array_agg((position, item_version_id, condition_id) ORDER BY position) FROM placement WHERE slot_id = lost.id)
  ORDER BY slot.queue_position, slot.ordinal
  LIMIT 1
  FOR UPDATE OF slot SKIP LOCKED`;
