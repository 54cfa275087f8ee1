import type { LayoutDesign } from "./layout-design.ts";

/** More sessions than this are not laid out at once. */
export const mostSessions = 500_000;

/** The sessions of each stratum when its share of all of them is a whole number; null when one is not. */
export function shareSessions(strata: LayoutDesign["strata"], sessions: number): number[] | null {
  for (const shares of [strata.map(({ share }) => share), simpleShares(strata)]) {
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
 * Shares such as 0.333, 0.333 and 0.334 as the simple fractions that they are written for (here thirds): with
 * denominators up to 12, within one unit of the last digit of shares with three digits or more, and with a sum of 1.
 */
function simpleShares(strata: LayoutDesign["strata"]): number[] | null {
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

/** The smallest number of sessions that every share divides into whole ones; null when it is beyond `mostSessions`. */
export function smallestShared(strata: LayoutDesign["strata"]): number | null {
  for (let sessions = 1; sessions <= mostSessions; sessions += 1) if (shareSessions(strata, sessions)) return sessions;
  return null;
}

/**
 * The numbers of sessions with which every margin comes out equal, smallest first: whole strata, every item equally often
 * in each stratum and under each condition, and, in a Latin square, at each position.
 */
export function* exactSessions(
  strata: LayoutDesign["strata"],
  counts: { items: number; itemsPerSession: number; between: number; within: number; isLatin: boolean },
): Generator<number> {
  const { items, itemsPerSession, between, within, isLatin } = counts;
  const step = smallestShared(strata);
  if (step === null) return;
  for (let sessions = step; sessions <= mostSessions; sessions += step) {
    const shared = shareSessions(strata, sessions);
    if (!shared) continue;
    const isExact =
      sessions % between === 0 &&
      (sessions * itemsPerSession) % (items * between * within) === 0 &&
      shared.every((count) => (count * itemsPerSession) % items === 0) &&
      (!isLatin || sessions % items === 0);
    if (isExact) yield sessions;
  }
}
