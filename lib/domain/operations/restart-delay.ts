/** Ends longer ago say nothing about what is wrong now. */
const rememberedMs = 5 * 60_000;
const longestMs = 60_000;

/**
 * How long to wait before something that ended is started again, in milliseconds: not at all for the first three ends
 * of each of `parallel` such processes within five minutes, then 1, 2, 4 … up to 60 seconds. It never gives up.
 *
 * @param ends when it ended, in milliseconds, the last one included
 */
export function restartDelay(ends: readonly number[], now: number, parallel = 1): number {
  const recent = ends.filter((end) => end > now - rememberedMs).length;
  const beyond = Math.ceil(recent / parallel) - 3;
  return beyond <= 0 ? 0 : Math.min(longestMs, 1_000 * 2 ** (beyond - 1));
}
