import * as z from "zod";
import { leaseRenewals, outcomes } from "@/lib/domain/survey/protocol.ts";
import type { SessionState } from "@/lib/domain/survey/session.ts";
import { plannedPool } from "../platform/database/pool.ts";
import { infiniteDate, json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { WaitingPost } from "./session-step.ts";

/** A session in the database. */
export interface StoredSession extends SessionState {
  sessionId: string;
  studyId: string;
  protocolVersionId: string;
  /** The language of the session's screens; null for the study's own language. */
  language: string | null;
  isSurplus: boolean;
  completionCode: string | null;
  erased: boolean;
  /** The end of the slot's lease; null while the session has no slot, and after someone else claimed its slot. */
  keptUntil: Date | null;
  /** Whether the slot was given to someone else while the participant was absent. */
  lostSlot: boolean;
  /** The time when the session ended; null while it runs. */
  endedAt: Date | null;
  /** The time of the database's clock, with which the dwell time is compared. */
  now: Date;
  placements: { itemVersionId: string; conditionId: string }[];
  /** The stored POST request of a session that waits for a slot. */
  waitingPost: WaitingPost | null;
  /** The receipt of the screen, if the POST request repeats a screen. */
  receipt: { sha256: string; savedAt: Date } | null;
}

const sessionRow = z.strictObject({
  id: z.string(),
  study_id: z.string(),
  protocol_version_id: z.string(),
  language: z.string().nullable(),
  screen: z.number(),
  screen_shown_at: z.date(),
  outcome: z.enum(outcomes).nullable(),
  is_surplus: z.boolean(),
  completion_code: z.string().nullable(),
  ended_at: z.date().nullable(),
  erased_at: z.date().nullable(),
  slot_id: z.string().nullable(),
  waiting_post: json<WaitingPost>().nullable(),
  ended_as: z.enum(outcomes).nullable(),
  now: z.date(),
  kept_until: infiniteDate().nullable(),
  lost_slot: z.boolean(),
  placements: json<StoredSession["placements"]>().nullable(),
  receipt_sha256: z.string().nullable(),
  receipt_saved_at: z.date().nullable(),
});

/**
 * The session of a token; null for an unknown token. Each call counts as a heartbeat of the participant. In the second
 * half of a lease, a heartbeat renews the lease of the slot for the protocol's lease time, but only a limited number of
 * times per screen (`leaseRenewals`). After that, only submitting a screen renews the lease, so that an open page
 * cannot keep a slot indefinitely.
 *
 * @param repeated the screen whose stored receipt is requested, if a POST request repeats a screen that was already
 * submitted
 */
export async function findSession(
  tokenHash: string,
  renewal: "renew" | "only-look",
  repeated: number | null = null,
): Promise<StoredSession | null> {
  const row = await maybeRow(
    plannedPool(),
    sessionRow,
    sql`
    WITH found AS (
      SELECT session.id, session.slot_id, lease.minutes,
        ${renewal === "renew"}::boolean AND session.outcome IS NULL AND session.lease_renewals < lease.renewals AS may_renew
      FROM session
      JOIN protocol_version ON protocol_version.id = session.protocol_version_id,
      LATERAL (SELECT (document ->> 'leaseMinutes')::int AS minutes,
                      coalesce((document ->> 'leaseRenewals')::int, ${leaseRenewals}) AS renewals) AS lease
      WHERE session.token_hash = ${tokenHash}
      -- Of several simultaneous requests, one renews the lease; the others wait and then find a renewed lease.
      FOR UPDATE OF session
    ), kept AS (
      UPDATE slot SET available_at = renewed.until
      FROM found JOIN slot AS own ON own.id = found.slot_id, LATERAL (
        SELECT slot_lease_end(found.minutes, own.claimed_at,
          EXISTS (SELECT FROM response WHERE session_id = found.id), clock_timestamp()) AS until
      ) AS renewed
      WHERE found.may_renew AND slot.id = found.slot_id AND slot.session_id = found.id AND NOT slot.is_done
        AND renewed.until > slot.available_at
        -- A heartbeat does not regain a slot that was released for waiting participants; submitting a screen does.
        AND NOT (slot.queued_turn = slot.turn AND lease_is_free(slot.release_at, clock_timestamp()) IS TRUE)
        -- A lease is not renewed while more than half of its time is left, because the number of renewals is limited.
        AND lease_is_free(slot.available_at, lease_end(found.minutes / 2.0, clock_timestamp()))
      RETURNING slot.available_at
    ), me AS (
      UPDATE session SET last_seen_at = clock_timestamp(),
        lease_renewals = lease_renewals + (SELECT count(*) FROM kept)::int
      FROM found WHERE session.id = found.id
      RETURNING session.id, study_id, protocol_version_id, language, screen, screen_shown_at, outcome, is_surplus,
                completion_code, ended_at, erased_at, session.slot_id, waiting_post
    )
    SELECT me.*, me.outcome::text AS ended_as, clock_timestamp() AS now,
           coalesce((SELECT available_at FROM kept),
             CASE WHEN slot.session_id = me.id AND NOT slot.is_done THEN slot.available_at END) AS kept_until,
           slot.id IS NOT NULL AND slot.session_id IS DISTINCT FROM me.id AS lost_slot,
           (SELECT json_agg(json_build_object('itemVersionId', item_version_id, 'conditionId', condition_id) ORDER BY position)
            FROM placement WHERE placement.slot_id = me.slot_id) AS placements,
           receipt.sha256 AS receipt_sha256, receipt.saved_at AS receipt_saved_at
    FROM me
    LEFT JOIN slot ON slot.id = me.slot_id
    LEFT JOIN LATERAL (
      SELECT sha256, saved_at FROM step_answer WHERE session_id = me.id AND screen = ${repeated}::int
      UNION ALL
      SELECT response.sha256, response.saved_at FROM response
      WHERE session_id = me.id AND screen = ${repeated}::int
      LIMIT 1
    ) AS receipt ON true
  `,
  );
  if (!row) return null;
  return {
    sessionId: row.id,
    studyId: row.study_id,
    protocolVersionId: row.protocol_version_id,
    language: row.language,
    screen: row.screen,
    screenShownAt: row.screen_shown_at,
    outcome: row.ended_as,
    isSurplus: row.is_surplus,
    completionCode: row.completion_code,
    erased: row.erased_at !== null,
    keptUntil: row.kept_until instanceof Date ? row.kept_until : null,
    lostSlot: row.lost_slot,
    endedAt: row.ended_at,
    now: row.now,
    placements: row.placements ?? [],
    waitingPost: row.waiting_post,
    receipt:
      row.receipt_sha256 && row.receipt_saved_at ? { sha256: row.receipt_sha256, savedAt: row.receipt_saved_at } : null,
  };
}
