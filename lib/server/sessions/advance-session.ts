import { randomUUID } from "node:crypto";
import type { Answer } from "@/lib/domain/items/item.ts";
import type { Outcome } from "@/lib/domain/survey/protocol.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";

/** One step of one session, decided by `lib/domain/survey/session.ts` and checked again here against the stored state. */
export interface SessionStep {
  tokenHash: string;
  /** Whose screens and rules decided the step. A session of any other protocol is left alone. */
  protocolVersionId: string;
  /** The screen that is being left, and how long it must have been shown. */
  screen: number;
  screenKey: string;
  dwellMs: number;
  /** The screen shown next; null when the session ends here. `position` is that of the item it is about. */
  next: { screen: number; key: string; position: number | null } | null;
  outcome: Outcome | null;
  /** Set when leaving this screen claims a slot. */
  claim: ClaimedStratum | null;
  leaseMinutes: number;
  /** Answers to the protocol's own questions, with their receipt hash. */
  stepAnswer: { given: Record<string, string>; sha256: string } | null;
  /** The answer to the item at `position` of the slot. */
  response: {
    position: number;
    answer: Answer;
    /** The translation that was shown; null for the placed item itself. */
    shownItemVersionId: string | null;
    answerKey: string | null;
    sha256: string;
    contentFingerprint: string;
    presentationFingerprint: string;
  } | null;
  reported: { visibleMs: number | null; focusLosses: number | null };
  completionCode: string | null;
}

export interface ClaimedStratum {
  stratumId: string;
  /** Whether to look for slots that came back and do not stand in the queue yet. */
  looksForReturned: boolean;
}

/** What the step did: the state after it. */
export interface SteppedSession {
  /** Slots have come back and wait to be put into the queue again; only a claim that looks for them says so. */
  hasReturned: boolean;
  sessionId: string;
  /** What the session's screens are written in; null for the study's own language. */
  language: string | null;
  outcome: Outcome | null;
  isSurplus: boolean;
  completionCode: string | null;
  keptUntil: Date | null;
  /** The placement that the next screen is about, where it is about one, and the item before it. */
  itemVersionId: string | null;
  previousItemVersionId: string | null;
  conditionId: string | null;
}

/** Counters are spread over this many rows each, so that concurrent sessions do not queue for one. */
const counterShards = 16;

/**
 * Takes one step of a session in one statement: checks screen, outcome and dwell by the database's clock, stores the
 * answer, claims or renews or fills or returns the slot, moves the session on and counts; the answers of a session that
 * becomes complete are counted by a trigger, from the view `counted_response`. Returns null, having changed
 * nothing, when the session is not at this screen or the dwell is not over; the caller then reads the state and asks
 * the domain for the reason.
 *
 * A slot is free, held until `available_at`, or done. The holder of an expired lease keeps the slot until somebody
 * else claims it; after that, finishing makes the session surplus. Where no slot is free and some are only held, the
 * person stays where they are and is told when the first of those leases ends; only where all are done is it over quota.
 * A slot that came back is claimed again only after `requeueReturned` has drawn its new place in the queue.
 */
export async function advanceSession(step: SessionStep): Promise<SteppedSession | { fullUntil: Date } | null> {
  const shard = Math.floor(Math.random() * counterShards);
  const given = step.stepAnswer;
  const response = step.response;
  const isComplete = step.outcome === "complete";
  const { rows } = await pool().query(sql`
    WITH asking AS (
      SELECT id, study_id, stage, stratum_id, slot_id, screen_shown_at,
             extract(epoch FROM clock_timestamp() - screen_shown_at) * 1000 AS elapsed_ms
      FROM session
      WHERE token_hash = ${step.tokenHash} AND protocol_version_id = ${step.protocolVersionId}
        AND screen = ${step.screen} AND outcome IS NULL
        AND dwell_is_over(screen_shown_at, ${step.dwellMs}::int, clock_timestamp())
      FOR UPDATE
    ), candidate AS (
      SELECT id, session_id AS previous FROM slot
      WHERE ${step.claim !== null}::boolean AND EXISTS (SELECT 1 FROM asking)
        AND stratum_id = ${step.claim?.stratumId ?? null}::uuid AND NOT is_done AND queued_turn = turn
        AND lease_is_free(available_at, clock_timestamp())
      ORDER BY queue_position, ordinal
      LIMIT 1
      FOR UPDATE SKIP LOCKED
    ), held AS (
      -- No slot is free, but some are only held: the person is asked to come back, and nothing is changed.
      SELECT min(greatest(available_at, clock_timestamp() + interval '1 minute')) AS until FROM slot
      WHERE ${step.claim !== null}::boolean AND EXISTS (SELECT 1 FROM asking) AND NOT EXISTS (SELECT 1 FROM candidate)
        AND stratum_id = ${step.claim?.stratumId ?? null}::uuid AND NOT is_done
    ), me AS (
      SELECT asking.* FROM asking, held WHERE held.until IS NULL
    ), claimed AS (
      UPDATE slot SET session_id = me.id, available_at = lease_end(${step.leaseMinutes}::int, clock_timestamp()),
        turn = turn + 1
      FROM candidate, me WHERE slot.id = candidate.id
      RETURNING slot.id, slot.available_at, candidate.previous
    ), kept AS (
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
    ), ending AS (
      SELECT CASE WHEN ${step.claim !== null}::boolean AND NOT EXISTS (SELECT 1 FROM claimed) THEN 'over-quota'
                  ELSE ${step.outcome}::text END AS outcome
    ), moved AS (
      UPDATE session SET
        screen = CASE WHEN ending.outcome IS NULL THEN ${step.next?.screen ?? step.screen}::int ELSE session.screen END,
        screen_shown_at = clock_timestamp(),
        last_seen_at = clock_timestamp(),
        lease_renewals = 0,
        stratum_id = coalesce(${step.claim?.stratumId ?? null}::uuid, session.stratum_id),
        slot_id = coalesce((SELECT id FROM claimed), session.slot_id),
        outcome = ending.outcome::outcome,
        ended_at = CASE WHEN ending.outcome IS NOT NULL THEN clock_timestamp() END,
        is_surplus = ${isComplete}::boolean AND NOT EXISTS (SELECT 1 FROM kept),
        completion_code = ${step.completionCode}
      FROM me, ending WHERE session.id = me.id
      RETURNING session.id, session.language, session.outcome, session.slot_id, session.is_surplus, session.completion_code
    ), left_screen AS (
      UPDATE session_screen SET left_at = clock_timestamp(),
        visible_ms = ${step.reported.visibleMs}::int, focus_losses = ${step.reported.focusLosses}::int
      FROM me WHERE session_id = me.id AND screen = ${step.screen}
    ), shown AS (
      INSERT INTO session_screen (session_id, screen, key)
      SELECT me.id, ${step.next?.screen ?? 0}::int, ${step.next?.key ?? ""} FROM me, ending
      WHERE ending.outcome IS NULL AND ${step.next !== null}::boolean
    ), answered AS (
      INSERT INTO step_answer (id, session_id, screen, key, given, sha256)
      SELECT ${randomUUID()}::uuid, me.id, ${step.screen}, ${step.screenKey}, ${given ? JSON.stringify(given.given) : null}::jsonb,
             ${given?.sha256 ?? null}
      FROM me WHERE ${given !== null}::boolean
    ), responded AS (
      INSERT INTO response (id, session_id, study_id, stage, placement_id, item_version_id, shown_item_version_id, condition_id, stratum_id,
        position, screen, answer, answer_key, sha256, content_fingerprint, presentation_fingerprint, elapsed_ms, visible_ms,
        focus_losses)
      SELECT ${randomUUID()}::uuid, me.id, me.study_id, me.stage, placement.id, placement.item_version_id, ${response?.shownItemVersionId ?? null}::uuid,
        placement.condition_id, me.stratum_id, placement.position, ${step.screen}, ${response ? JSON.stringify(response.answer) : null}::jsonb,
        ${response?.answerKey ?? null}, ${response?.sha256 ?? ""}, ${response?.contentFingerprint ?? ""},
        ${response?.presentationFingerprint ?? ""}, least(me.elapsed_ms, 2000000000)::int,
        ${step.reported.visibleMs}::int, ${step.reported.focusLosses}::int
      FROM me JOIN placement ON placement.slot_id = me.slot_id AND placement.position = ${response?.position ?? null}::int
    ), counted_sessions AS (
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
    ), counted_times AS (
      INSERT INTO time_count AS timed (study_id, stage, key, bucket, shard, count)
      SELECT me.study_id, me.stage, ${step.screenKey}, time_bucket_of(me.elapsed_ms), ${shard}::smallint, 1 FROM me
      ON CONFLICT (study_id, stage, key, bucket, shard) DO UPDATE SET count = timed.count + 1
    ), logged AS (
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
    )
    SELECT moved.id AS session_id, moved.language, moved.outcome::text AS outcome, moved.is_surplus, moved.completion_code,
           coalesce((SELECT available_at FROM claimed), (SELECT available_at FROM kept)) AS kept_until,
           placement.item_version_id, placement.condition_id, before.item_version_id AS previous_item_version_id,
           held.until AS held_until,
           ${step.claim?.looksForReturned === true}::boolean AND EXISTS (
             SELECT FROM slot WHERE stratum_id = ${step.claim?.stratumId ?? null}::uuid AND NOT is_done AND queued_turn < turn
               AND lease_is_free(available_at, clock_timestamp())) AS has_returned
    FROM asking CROSS JOIN held LEFT JOIN moved ON true LEFT JOIN placement
      ON placement.slot_id = moved.slot_id AND placement.position = ${step.next?.position ?? null}::int
    LEFT JOIN placement AS before ON before.slot_id = placement.slot_id AND before.position = placement.position - 1
  `);
  const row = rows[0];
  if (!row) return null;
  if (row.held_until !== null) return { fullUntil: row.held_until };
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
