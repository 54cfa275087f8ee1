import type { Category } from "../basics/category.ts";
import { normalTwoSidedQuantile } from "../basics/distributions.ts";
import { type JackknifeInterval, jackknifeInterval } from "../basics/jackknife.ts";
import { requireLevel } from "../basics/require-number.ts";
import { type PairableUnit, pairableUnits } from "../basics/units.ts";
import { cohenKappa } from "./cohen-kappa.ts";
import { fleissKappa } from "./fleiss-kappa.ts";
import { percentAgreement } from "./percent-agreement.ts";

export interface KappaInterval {
  /** Number of pairs without missing values. */
  n: number;
  kappa: number | null;
  se: number | null;
  low: number | null;
  high: number | null;
}

/**
 * Cohen's kappa with its large-sample interval, kappa -+ z se, not limited to 1 (Fleiss, Cohen and Everitt 1969; R
 * `confint(vcd::Kappa(table))`). Perfect agreement has a standard error of 0 and no interval.
 */
export function kappaInterval(
  a: readonly (Category | null)[],
  b: readonly (Category | null)[],
  confidence = 0.95,
): KappaInterval {
  const { n, kappa, se } = cohenKappa(a, b);
  return { n, kappa, se, ...kappaLimits({ kappa, se }, confidence) };
}

/** The limits of a kappa that was already computed. */
export function kappaLimits(
  { kappa, se }: { kappa: number | null; se: number | null },
  confidence = 0.95,
): { low: number | null; high: number | null } {
  requireLevel("conf", confidence);
  if (kappa === null || !se) return { low: null, high: null };
  const half = normalTwoSidedQuantile(confidence) * se;
  return { low: kappa - half, high: kappa + half };
}

export interface AlphaInterval {
  /** Units with at least two values. */
  nUnits: number;
  alpha: number | null;
  se: number | null;
  df: number | null;
  low: number | null;
  high: number | null;
}

/**
 * Krippendorff's nominal alpha with a jackknife over the pairable units: se = sqrt((k - 1)/k sum (alpha without j -
 * their mean)^2), limits alpha -+ t(k - 1) se, not limited to [-1, 1]. There is no interval with fewer than two units,
 * if alpha is undefined without one of the units, or if the standard error is 0. Efron and Tibshirani (1993, chapter
 * 11).
 */
export function alphaInterval(data: readonly (readonly (Category | null)[])[], confidence = 0.95): AlphaInterval {
  const units = pairableUnits(data);
  const totals = totalsOf(units);
  const alpha = alphaOf(totals);
  const leaveOneOutAlphas = alpha === null ? [] : units.map((unit) => alphaOf(withoutUnit(totals, unit)));
  return { nUnits: units.length, alpha, ...jackknifeInterval(alpha, leaveOneOutAlphas, confidence) };
}

/**
 * Fleiss' kappa with a jackknife over items. Nothing is assumed about raters: different items may have different
 * raters. `counts` as in `fleissKappa`.
 */
export function fleissInterval(
  counts: readonly (readonly number[])[],
  confidence = 0.95,
): { nItems: number; kappa: number | null } & JackknifeInterval {
  const { kappa } = fleissKappa(counts);
  const leaveOneOutKappas =
    kappa === null ? [] : counts.map((_, left) => fleissKappa(counts.filter((_row, item) => item !== left)).kappa);
  return { nItems: counts.length, kappa, ...jackknifeInterval(kappa, leaveOneOutKappas, confidence) };
}

/** The mean over units of the share of agreeing pairs, with the interval of a mean (jackknife over units). */
export function percentAgreementInterval(
  data: readonly (readonly (Category | null)[])[],
  confidence = 0.95,
): { nUnits: number; agreement: number | null } & JackknifeInterval {
  const { nUnits, unitMean } = percentAgreement(data);
  const shares = pairableUnits(data).map(
    ({ values, counts }) => counts.reduce((sum, count) => sum + count * (count - 1), 0) / (values * (values - 1)),
  );
  const total = shares.reduce((sum, share) => sum + share, 0);
  const leaveOneOutMeans = nUnits < 2 ? [] : shares.map((share) => (total - share) / (nUnits - 1));
  return { nUnits, agreement: unitMean, ...jackknifeInterval(unitMean, leaveOneOutMeans, confidence) };
}

/** The sums from which alpha is computed, so that a unit can be removed without reading the other units again. */
interface AlphaTotals {
  values: number;
  /** Counts by category. */
  counts: number[];
  /** Sum over units of sum over categories of c(m - c)/(m - 1). */
  observed: number;
}

function totalsOf(units: readonly PairableUnit[]): AlphaTotals {
  const totals: AlphaTotals = { values: 0, counts: [], observed: 0 };
  for (const unit of units) {
    totals.values += unit.values;
    totals.observed += disagreementOf(unit);
    unit.counts.forEach((count, category) => {
      totals.counts[category] = (totals.counts[category] ?? 0) + count;
    });
  }
  // The list has holes for categories that do not occur in the first units.
  return { ...totals, counts: Array.from(totals.counts, (count) => count ?? 0) };
}

function withoutUnit(totals: AlphaTotals, unit: PairableUnit): AlphaTotals {
  return {
    values: totals.values - unit.values,
    counts: totals.counts.map((count, category) => count - (unit.counts[category] ?? 0)),
    observed: totals.observed - disagreementOf(unit),
  };
}

function disagreementOf({ values, counts }: PairableUnit): number {
  return counts.reduce((sum, count) => sum + (count * (values - count)) / (values - 1), 0);
}

function alphaOf({ values, counts, observed }: AlphaTotals): number | null {
  const pairs = counts.reduce((sum, count) => sum + count * (values - count), 0);
  if (values < 2 || pairs === 0) return null;
  return 1 - (observed * (values - 1)) / pairs;
}
