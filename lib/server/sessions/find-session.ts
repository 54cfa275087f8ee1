import type { SessionState } from "@/lib/domain/survey/session.ts";
import { pool } from "../platform/database/pool.ts";
import { sql } from "../platform/database/sql.ts";

/** A session as the database has it now. */
export interface StoredSession extends SessionState {
  sessionId: string;
  studyId: string;
  protocolVersionId: string;
  isSurplus: boolean;
  completionCode: string | null;
  erased: boolean;
  /** Until when the slot is kept; null while no slot is held or after it went to somebody else. */
  keptUntil: Date | null;
  /** The slot was given to somebody else while this person was away. */
  lostSlot: boolean;
  /** The database's clock, against which the dwell is counted. */
  now: Date;
  placements: { itemVersionId: string; conditionId: string }[];
  /** The receipt of the screen that a post repeats. */
  receipt: { sha256: string; savedAt: Date } | null;
}

/**
 * The session of a token; null for an unknown one. Asking is a sign of life of the participant and renews the lease of a
 * slot that the session still holds, by the protocol's own time.
 *
 * @param repeated the screen whose stored receipt is wanted, when a post came for one that was already left
 */
export async function findSession(
  tokenHash: string,
  renewal: "renew" | "only-look",
  repeated: number | null = null,
): Promise<StoredSession | null> {
  const { rows } = await pool().query(sql`
    WITH me AS (
      UPDATE session SET last_seen_at = clock_timestamp() WHERE token_hash = ${tokenHash}
      RETURNING id, study_id, protocol_version_id, screen, screen_shown_at, outcome, is_surplus, completion_code,
                erased_at, slot_id
    ), kept AS (
      UPDATE slot SET available_at = lease_end((protocol_version.document ->> 'leaseMinutes')::int, clock_timestamp())
      FROM me JOIN protocol_version ON protocol_version.id = me.protocol_version_id
      WHERE ${renewal === "renew"}::boolean AND slot.id = me.slot_id AND slot.session_id = me.id
        AND NOT slot.is_done AND me.outcome IS NULL
      RETURNING slot.available_at
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
  `);
  const row = rows[0];
  if (!row) return null;
  return {
    sessionId: row.id,
    studyId: row.study_id,
    protocolVersionId: row.protocol_version_id,
    screen: row.screen,
    screenShownAt: row.screen_shown_at,
    outcome: row.ended_as,
    isSurplus: row.is_surplus,
    completionCode: row.completion_code,
    erased: row.erased_at !== null,
    keptUntil: row.kept_until instanceof Date ? row.kept_until : null,
    lostSlot: row.lost_slot === true,
    now: row.now,
    placements: row.placements ?? [],
    receipt: row.receipt_sha256 ? { sha256: row.receipt_sha256, savedAt: row.receipt_saved_at } : null,
  };
}
