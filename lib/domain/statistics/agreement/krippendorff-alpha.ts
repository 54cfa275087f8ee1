import type { Category } from "../basics/category.ts";
import { pairableUnits } from "../basics/units.ts";

export interface KrippendorffAlpha {
  /** Number of values in units with at least two values. */
  nPairable: number;
  /** Units with at least two values. */
  nUnits: number;
  observedDisagreement: number | null;
  expectedDisagreement: number | null;
  /** Krippendorff's alpha; null if no values can be paired or only one category occurs. */
  alpha: number | null;
}

/**
 * Krippendorff's alpha for nominal values: 1 - Do/De over a raters x units table with missing values (null).
 * Krippendorff (2011).
 *
 * Do = (1/n) sum over units of sum over categories of c(m - c)/(m - 1), where m is the number of values in the unit and
 * c the number in the category; De = sum over categories of N(n - N) / (n(n - 1)), where N is the number of pairable
 * values in the category and n the number of all pairable values.
 *
 * Throws RangeError for a metric other than nominal and for rows of different lengths.
 */
export function krippendorffAlpha(
  data: readonly (readonly (Category | null)[])[],
  metric: "nominal" = "nominal",
): KrippendorffAlpha {
  if (metric !== "nominal") throw new RangeError(`metric must be nominal, not ${String(metric)}`);
  const units = pairableUnits(data);
  const nPairable = units.reduce((sum, unit) => sum + unit.values, 0);
  if (nPairable === 0)
    return { nPairable: 0, nUnits: 0, observedDisagreement: null, expectedDisagreement: null, alpha: null };
  let observed = 0;
  const totals: number[] = [];
  for (const { values, counts } of units) {
    counts.forEach((count, category) => {
      totals[category] = (totals[category] ?? 0) + count;
      observed += (count * (values - count)) / (values - 1);
    });
  }
  const observedDisagreement = observed / nPairable;
  const expectedDisagreement =
    totals.reduce((sum, count) => sum + count * (nPairable - count), 0) / (nPairable * (nPairable - 1));
  return {
    nPairable,
    nUnits: units.length,
    observedDisagreement,
    expectedDisagreement,
    alpha: expectedDisagreement === 0 ? null : 1 - observedDisagreement / expectedDisagreement,
  };
}
