import type { Category } from "../basics/category.ts";
import { pairableUnits } from "../basics/units.ts";

export interface PercentAgreement {
  /** Units with at least two values. */
  nUnits: number;
  /** Share of agreeing pairs of values, pooled over units. */
  pairPooled: number | null;
  /** Mean over units of the share of agreeing pairs. */
  unitMean: number | null;
}

/**
 * Raw agreement in a raters x units table (null = missing). Both means are equal if all units have the same number of
 * values, and null if no unit has two values.
 */
export function percentAgreement(data: readonly (readonly (Category | null)[])[]): PercentAgreement {
  const units = pairableUnits(data);
  if (units.length === 0) return { nUnits: 0, pairPooled: null, unitMean: null };
  let agreeing = 0;
  let pairs = 0;
  let shares = 0;
  for (const { values, counts } of units) {
    const unitAgreeing = counts.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
    const unitPairs = (values * (values - 1)) / 2;
    agreeing += unitAgreeing;
    pairs += unitPairs;
    shares += unitAgreeing / unitPairs;
  }
  return { nUnits: units.length, pairPooled: agreeing / pairs, unitMean: shares / units.length };
}
