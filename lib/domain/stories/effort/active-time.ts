/** Time at a task, in milliseconds. */
export interface ActiveTime {
  active: number;
  /** Time between the first and the last activity that does not count. */
  idle: number;
  /** Pauses that are longer than the limit. */
  pauses: number;
}

/**
 * The longest pause that fully counts as work. Reading a story of 600 words takes about three minutes without any
 * input, so a shorter limit would count reading as idle.
 */
export const IDLE_AFTER_MS = 3 * 60_000;

/**
 * Active time from activity pings (a key, a scroll, a mark, a heartbeat of a visible page). Pings are times in
 * milliseconds in any order; two tabs that are open at the same time count once. A pause up to `idleAfter` counts as
 * active. Of a longer pause, `idleAfter` counts as active and the rest as idle. Zero for fewer than two pings.
 */
export function activeTime(pings: readonly number[], idleAfter = IDLE_AFTER_MS): ActiveTime {
  if (!(idleAfter > 0)) throw new RangeError(`idleAfter must be above 0 ms, not ${idleAfter}`);
  const times = pings.toSorted((left, right) => left - right);
  let active = 0;
  let idle = 0;
  let pauses = 0;
  for (let index = 1; index < times.length; index += 1) {
    const gap = (times[index] as number) - (times[index - 1] as number);
    active += Math.min(gap, idleAfter);
    idle += Math.max(0, gap - idleAfter);
    if (gap > idleAfter) pauses += 1;
  }
  return { active, idle, pauses };
}
