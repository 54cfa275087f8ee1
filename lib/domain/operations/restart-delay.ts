/** Older exits are irrelevant for the current failure. */
const rememberedMs = 5 * 60_000;
const maxDelayMs = 60_000;

/**
 * The delay before a failed process is restarted, in milliseconds: none for the first three exits of each of `parallel`
 * such processes within five minutes, then 1, 2, 4 … up to 60 seconds. Restarts never stop.
 *
 * @param ends times of its exits, in milliseconds, including the last one
 */
export function restartDelay(ends: readonly number[], now: number, parallel = 1): number {
  const recent = ends.filter((end) => end > now - rememberedMs).length;
  const excessExits = Math.ceil(recent / parallel) - 3;
  return excessExits <= 0 ? 0 : Math.min(maxDelayMs, 1_000 * 2 ** (excessExits - 1));
}
