import { isFirstOfItem, type Screen } from "@/lib/domain/survey/screens.ts";
import { showsStory } from "@/lib/domain/survey/session-view.ts";
import { fragment, type SqlFragment } from "../platform/database/sql.ts";
import type { PlacedStimulus } from "./placed-stimulus.ts";
import type { RunningProtocol } from "./running-study.ts";
import type { SessionStep } from "./session-step.ts";

/**
 * `asking`: locks the session if it is at this screen, has not ended, and its dwell time is over by the database's
 * clock (lib/domain/survey/dwell.ts). If `asking` is empty, the whole statement (advance-session.ts) changes nothing.
 * No reload, second tab or forged request can therefore shorten the dwell time.
 */
export function lockSessionSql(step: SessionStep): SqlFragment {
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

export interface ScreenDwell {
  totalMs: number;
  /** Whether the recordings of this screen must be played completely. */
  isPlayback: boolean;
}

/**
 * The minimum display time of a screen, enforced by the server: the time of the protocol, and on the first screen of an
 * item at least the length of the recordings that must be played completely. Without JavaScript, the server can only
 * enforce this time. The story screen of an item without a story has no minimum time.
 *
 * @param placedItem the item of the screen; null if the screen has none
 */
export function computeScreenDwell(
  running: Pick<RunningProtocol, "screens">,
  screen: Screen,
  placedItem: Pick<PlacedStimulus, "stimulus" | "playbackMs"> | null,
): ScreenDwell {
  const plannedMs = placedItem && !showsStory(placedItem.stimulus.screens) ? 0 : screen.dwellSeconds * 1000;
  const playbackMs = placedItem && isFirstOfItem(running.screens, screen) ? placedItem.playbackMs : 0;
  return { totalMs: Math.max(plannedMs, playbackMs), isPlayback: playbackMs > 0 };
}
