import { fragment, type SqlFragment } from "../platform/database/sql.ts";
import type { SessionStep } from "./session-step.ts";

/**
 * `asking`: the session, locked, if it is at this screen, has not ended and its dwell is over by the database's clock
 * (lib/domain/survey/dwell.ts). If it is empty, the whole statement (advance-session.ts) changes nothing, so that no
 * reload, second tab or forged post can shorten the dwell.
 */
export function sessionAsking(step: SessionStep): SqlFragment {
  return fragment`
    asking AS (
      SELECT id, study_id, stage, stratum_id, slot_id, screen_shown_at, waiting_since, network_hash,
             extract(epoch FROM clock_timestamp() - screen_shown_at) * 1000 AS elapsed_ms
      FROM session
      WHERE token_hash = ${step.tokenHash} AND protocol_version_id = ${step.protocolVersionId}
        AND screen = ${step.screen} AND outcome IS NULL
        AND dwell_is_over(screen_shown_at, ${step.dwellMs}::int, clock_timestamp())
      FOR UPDATE
    )`;
}
