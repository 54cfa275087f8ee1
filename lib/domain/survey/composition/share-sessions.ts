import type { LayoutDesign } from "./layout-design.ts";

/** Maximum number of sessions in one layout. */
export const maxSessions = 500_000;

/** The number of sessions of each stratum; null if a share of the sessions is not an integer. */
export function shareSessions(strata: LayoutDesign["strata"], sessions: number): number[] | null {
  for (const shares of [strata.map(({ share }) => share), toSimpleShares(strata)]) {
    if (shares === null) continue;
    const counts = shares.map((share) => Math.round(share * sessions));
    const isWhole = shares.every(
      (share, at) => Math.abs(share * sessions - (counts[at] ?? 0)) < 1e-6 + sessions * 1e-9,
    );
    if (isWhole && counts.reduce((sum, count) => sum + count, 0) === sessions) return counts;
  }
  return null;
}

/**
 * Converts shares such as 0.333, 0.333 and 0.334 to the simple fractions that they approximate (here thirds), with
 * denominators up to 12. The fractions sum to 1, and shares with three digits or more differ from them by at most one
 * unit of the last digit.
 */
function toSimpleShares(strata: LayoutDesign["strata"]): number[] | null {
  for (let denominator = 2; denominator <= 12; denominator += 1) {
    const parts = strata.map(({ share }) => Math.round(share * denominator));
    const isClose = strata.every(({ share }, at) => {
      const digits = String(share).split(".")[1]?.length ?? 0;
      return digits >= 3 && Math.abs(share - (parts[at] ?? 0) / denominator) <= 1.01 * 10 ** -digits;
    });
    if (isClose && parts.reduce((sum, part) => sum + part, 0) === denominator) {
      return parts.map((part) => part / denominator);
    }
  }
  return null;
}

/** The smallest number of sessions for which every share gives an integer; null if it is above `maxSessions`. */
export function smallestWholeSessions(strata: LayoutDesign["strata"]): number | null {
  for (let sessions = 1; sessions <= maxSessions; sessions += 1) if (shareSessions(strata, sessions)) return sessions;
  return null;
}

/** The numbers that determine whether margins are equal. */
export interface SessionCounts {
  items: number;
  itemsPerSession: number;
  /** Conditions that vary between sessions, and conditions within each of them. */
  between: number;
  within: number;
  isLatin: boolean;
}

/**
 * The numbers of sessions for which every margin is equal, smallest first. The sizes of all strata are integers, and
 * every item occurs equally often in each stratum, under each condition and, in a Latin square, at each position.
 */
export function* exactSessions(strata: LayoutDesign["strata"], counts: SessionCounts): Generator<number> {
  const step = smallestWholeSessions(strata);
  if (step === null) return;
  for (let sessions = step; sessions <= maxSessions; sessions += step) {
    if (isExact(strata, counts, sessions)) yield sessions;
  }
}

/** Number of multiples that are checked on each side of a given number. */
const maxMultiples = 2_000;

/**
 * The nearest numbers of sessions, below and above the given number, for which every margin is equal; null if no such
 * number was found on that side.
 */
export function nearestExactSessions(
  strata: LayoutDesign["strata"],
  counts: SessionCounts,
  wanted: number,
): { below: number | null; above: number | null } {
  const { items, itemsPerSession, between, within } = counts;
  const cells = items * between * within;
  const whole = cells / greatestDivisor(cells, itemsPerSession);
  // With any other number, the cells of item and condition would not be equal.
  const step = (whole * between) / greatestDivisor(whole, between);
  const first = Math.floor(wanted / step) * step;
  const search = (from: number, by: number): number | null => {
    for (let tried = 0, sessions = from; tried < maxMultiples; tried += 1, sessions += by) {
      if (sessions < 1 || sessions > maxSessions) return null;
      if (isExact(strata, counts, sessions)) return sessions;
    }
    return null;
  };
  return { below: search(first, -step), above: search(first === wanted ? first : first + step, step) };
}

function isExact(strata: LayoutDesign["strata"], counts: SessionCounts, sessions: number): boolean {
  const { items, itemsPerSession, between, within, isLatin } = counts;
  if (sessions % between !== 0 || (sessions * itemsPerSession) % (items * between * within) !== 0) return false;
  if (isLatin && sessions % items !== 0) return false;
  const stratumSessions = shareSessions(strata, sessions);
  return stratumSessions?.every((count) => (count * itemsPerSession) % items === 0) ?? false;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}
