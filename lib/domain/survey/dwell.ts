/**
 * Milliseconds until a screen may be left, by the server's clock; never more than the whole dwell time, even if the
 * clock was set back in the meantime.
 */
export function dwellLeftMs(shownAt: Date, dwellMs: number, now: Date): number {
  return Math.max(0, dwellMs - Math.max(0, now.getTime() - shownAt.getTime()));
}

/**
 * Whether a screen may be left: true from the exact end of its dwell time. The database function is `dwell_is_over`.
 */
export function dwellIsOver(shownAt: Date, dwellMs: number, now: Date): boolean {
  return dwellLeftMs(shownAt, dwellMs, now) === 0;
}
