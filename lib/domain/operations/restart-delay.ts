/** Exits before this time are ignored, because they are not related to the current failure. */
const exitWindowMs = 5 * 60_000;
const maxDelayMs = 60_000;

/**
 * The delay, in milliseconds, before a failed process is restarted. There is no delay for the first three exits within
 * five minutes (for each of `parallel` processes); then it is 1, 2, 4 … up to 60 seconds. Restarts never stop.
 *
 * @param ends times of the exits, in milliseconds, including the last exit
 */
export function computeRestartDelay(ends: readonly number[], now: number, parallel = 1): number {
  const recent = ends.filter((end) => end > now - exitWindowMs).length;
  const excessExits = Math.ceil(recent / parallel) - 3;
  return excessExits <= 0 ? 0 : Math.min(maxDelayMs, 1_000 * 2 ** (excessExits - 1));
}
