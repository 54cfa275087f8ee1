import type { Playback } from "../domain/tasks/screens/playback.ts";

/** By how many seconds the played parts may be shorter than the recording, because browsers measure in steps. */
const toleranceSeconds = 0.5;

/** The players below an element whose recordings must be played completely. */
export function listRequiredPlayers(root: ParentNode): HTMLMediaElement[] {
  return [...root.querySelectorAll<HTMLMediaElement>("[data-playback=complete]")];
}

/**
 * Whether recordings were played completely: every part, also in several passes and before the page was loaded again. A
 * recording that cannot be played on this device does not prevent an answer.
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
  // Before the length is known (`NaN`), nothing was played.
  if (!(played >= player.duration - toleranceSeconds)) return false;
  sessionStorage.setItem(key, "yes");
  return true;
}
