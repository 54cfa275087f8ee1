import { formatDay } from "../../format/times.ts";
import { groupBy } from "../../group-by.ts";
import { percentilesOf } from "../../statistics/basics/percentiles.ts";
import { type CountedShare, countedShare } from "./prepare-collection-figures.ts";
import { isFast, type PersonVerdict } from "./prepare-people.ts";

/** Minimum number of copies for a flag that compares shares. */
const minCopiesForFlag = 5;

/** Flags for a lead. They are never a reason to reject work or to withhold pay. */
export type WeekFlag = "fast" | "agreement" | "gold";

export const weekFlagLabels: Readonly<Record<WeekFlag, string>> = {
  fast: "Verdicts given faster than the text can be read",
  agreement: "Agreement lower than that of other people",
  gold: "Gold accuracy lower than that of other people",
};

/** One person's work in one week: pace, agreement and gold of the first verdicts given in that week. */
export interface PersonWeek {
  userId: string;
  /** The Monday of the week, UTC, as a date: "2026-11-23". */
  week: string;
  copies: number;
  /** Median active seconds per copy; null if no time was measured. */
  medianSeconds: number | null;
  /**
   * Copies, and the number with a verdict given faster than the text can be read (more than 200 characters per
   * second).
   */
  fast: CountedShare;
  agreement: CountedShare;
  gold: CountedShare;
  flags: WeekFlag[];
}

/**
 * Pace, agreement and gold by person and week, oldest week first. Flag `fast`: at least two fast copies. Flags
 * `agreement` and `gold`: at least five copies, and the upper end of the week's interval is below the share of all
 * other people over the whole time. Verdicts given after reading models' answers are excluded from agreement.
 */
export function prepareWeeks(verdicts: readonly PersonVerdict[]): PersonWeek[] {
  const othersByItem = groupBy(
    verdicts.filter(({ isUnblinded }) => !isUnblinded),
    ({ itemId }) => itemId,
  );
  const pairsOf = (verdict: PersonVerdict) =>
    verdict.isUnblinded
      ? []
      : (othersByItem.get(verdict.itemId) ?? [])
          .filter(({ userId }) => userId !== verdict.userId)
          .map(({ first }) => first);
  const computeShares = (given: readonly PersonVerdict[]) => {
    const pairs = given.flatMap((verdict) => pairsOf(verdict).map((first) => first === verdict.first));
    const gold = given.filter(({ isGoldRight }) => isGoldRight !== null);
    return {
      agreement: countedShare(pairs.filter(Boolean).length, pairs.length),
      gold: countedShare(gold.filter(({ isGoldRight }) => isGoldRight).length, gold.length),
    };
  };
  const sharesOfOthers = new Map(
    [...new Set(verdicts.map(({ userId }) => userId))].map((person) => [
      person,
      computeShares(verdicts.filter(({ userId }) => userId !== person)),
    ]),
  );
  const groups = groupBy(verdicts, ({ userId, at }) => `${weekOf(at)} ${userId}`);
  return [...groups.entries()]
    .map(([key, given]): PersonWeek => {
      const userId = given[0]?.userId as string;
      const seconds = given.flatMap(({ activeMs }) => (activeMs > 0 ? [activeMs / 1000] : [])).sort((a, b) => a - b);
      const week = { fast: countedShare(given.filter(isFast).length, given.length), ...computeShares(given) };
      const othersShares = sharesOfOthers.get(userId);
      return {
        ...{ userId, week: key.slice(0, 10), copies: given.length, ...week },
        medianSeconds: percentilesOf(seconds, [0.5]).percentiles[0] ?? null,
        flags: [
          ...(week.fast.k >= 2 ? (["fast"] as const) : []),
          ...(isBelow(week.agreement, othersShares?.agreement) ? (["agreement"] as const) : []),
          ...(isBelow(week.gold, othersShares?.gold) ? (["gold"] as const) : []),
        ],
      };
    })
    .sort((one, other) => one.week.localeCompare(other.week) || one.userId.localeCompare(other.userId));
}

/** The Monday of an instant's week, UTC. */
export function weekOf(at: Date): string {
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  return formatDay(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - sinceMonday)));
}

function isBelow(share: CountedShare, others: CountedShare | undefined): boolean {
  return (
    share.n >= minCopiesForFlag && others !== undefined && others.estimate !== null && share.high < others.estimate
  );
}
