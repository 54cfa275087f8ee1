import { doubledRanks } from "../basics/ranks.ts";
import { requireRectangle } from "../basics/require-number.ts";
import { correlation } from "./distribution-agreement.ts";

export interface RaterCorrelation {
  /**
   * Number of pairs of raters with a correlation: they have at least three units in common, and neither gave all of
   * these the same value.
   */
  pairs: number;
  /** Mean over pairs of Spearman's rank correlation; null without a pair. */
  spearman: number | null;
  /**
   * Kendall's coefficient of concordance with a correction for ties, over the units that every rater rated; null for
   * fewer than two raters or fewer than two such units.
   */
  kendallW: number | null;
  nComplete: number;
}

/**
 * How similarly raters order the units, from a raters x units table of numbers with missing values (null). Ties get
 * their mean rank. W = 12 S / (m^2 (n^3 - n) - m T), where T is the sum of t^3 - t over the ties of each rater. W is
 * null if all values are tied.
 */
export function raterCorrelation(data: readonly (readonly (number | null)[])[]): RaterCorrelation {
  const width = requireRectangle("data", data);
  const values = data.flatMap((one, index) =>
    data.slice(index + 1).flatMap((other) => {
      const common = one.flatMap((value, unit) => {
        const second = other[unit] ?? null;
        return value === null || second === null ? [] : [[value, second] as const];
      });
      if (common.length < 3) return [];
      const ranks = ([0, 1] as const).map((side) => doubledRanks(common.map((pair) => pair[side])) as number[]);
      return correlation(ranks[0]!, ranks[1]!) ?? [];
    }),
  );
  const completeUnits = Array.from({ length: width }, (_, unit) => unit).filter((unit) =>
    data.every((row) => row[unit] !== null),
  );
  return {
    pairs: values.length,
    spearman: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
    kendallW: concordance(data.map((row) => completeUnits.map((unit) => row[unit]!))),
    nComplete: completeUnits.length,
  };
}

function concordance(rows: readonly (readonly number[])[]): number | null {
  const m = rows.length;
  const n = rows[0]?.length ?? 0;
  if (m < 2 || n < 2) return null;
  const ranks = rows.map((row) => doubledRanks(row).map((rank) => (rank as number) / 2));
  const sums = Array.from({ length: n }, (_, unit) => ranks.reduce((sum, row) => sum + row[unit]!, 0));
  const squares = sums.reduce((sum, value) => sum + (value - (m * (n + 1)) / 2) ** 2, 0);
  const ties = rows.reduce((sum, row) => {
    const counts = new Map<number, number>();
    for (const value of row) counts.set(value, (counts.get(value) ?? 0) + 1);
    return sum + [...counts.values()].reduce((total, t) => total + t ** 3 - t, 0);
  }, 0);
  const maximum = m ** 2 * (n ** 3 - n) - m * ties;
  return maximum === 0 ? null : (12 * squares) / maximum;
}
