import type { Playback } from "../domain/tasks/screens/playback.ts";

/** Tolerance in seconds: browsers report the played parts in steps, so their sum can be shorter than the recording. */
const toleranceSeconds = 0.5;

/** The players below an element whose recordings must be played completely. */
export function listRequiredPlayers(root: ParentNode): HTMLMediaElement[] {
  return [...root.querySelectorAll<HTMLMediaElement>("[data-playback=complete]")];
}

/**
 * Whether all recordings were played completely. The parts may be played in several passes and before a reload. A
 * recording that this device cannot play does not prevent an answer.
 */
export function readPlayback(players: readonly HTMLMediaElement[]): Playback {
  if (!players.every((player) => player.error || isPlayed(player))) return "partial";
  return players.some((player) => player.error) ? "failed" : "complete";
}

function isPlayed(player: HTMLMediaElement): boolean {
  const key = `parallax-played:${player.currentSrc}`;
  if (player.currentSrc !== "" && sessionStorage.getItem(key) !== null) return true;
  let played = 0;
  for (let at = 0; at < player.played.length; at += 1) played += player.played.end(at) - player.played.start(at);
  // The length is `NaN` before it is known.
  if (!(played >= player.duration - toleranceSeconds)) return false;
  sessionStorage.setItem(key, "yes");
  return true;
}
