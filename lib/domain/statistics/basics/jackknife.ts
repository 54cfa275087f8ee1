import { exactZero } from "../clustered/cluster-robust-mean.ts";
import { studentQuantile } from "./distributions.ts";
import { requireLevel } from "./require-number.ts";

export interface JackknifeInterval {
  se: number | null;
  df: number | null;
  low: number | null;
  high: number | null;
}

/**
 * The interval of an estimate from its k leave-one-out values: se = sqrt((k - 1)/k sum (value - mean)^2), limits
 * estimate -+ t(k - 1) se, not truncated. There is no interval if the estimate or a value is missing, with fewer than
 * two units, or if the standard error is 0. Efron and Tibshirani (1993, chapter 11).
 */
export function jackknifeInterval(
  estimate: number | null,
  without: readonly (number | null)[],
  confidence = 0.95,
): JackknifeInterval {
  requireLevel("conf", confidence);
  const k = without.length;
  const none = { se: null, df: null, low: null, high: null };
  if (estimate === null || k < 2) return none;
  const values = without.filter((value) => value !== null);
  if (values.length < k) return none;
  const mean = values.reduce((sum, value) => sum + value, 0) / k;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const se = exactZero(Math.sqrt(((k - 1) / k) * squares), 1);
  if (se === 0) return { ...none, se, df: k - 1 };
  const half = -studentQuantile((1 - confidence) / 2, k - 1) * se;
  return { se, df: k - 1, low: estimate - half, high: estimate + half };
}

/**
 * The jackknife interval of any statistic of units, such as items. If there are more than `groups` units, they are
 * omitted in groups (units belong to groups in rotation), so that the statistic is computed at most `groups` times: the
 * delete-a-group jackknife (Kott 2001, Journal of Official Statistics 17).
 */
export function groupedJackknife<Unit>(
  units: readonly Unit[],
  statistic: (units: readonly Unit[]) => number | null,
  { groups = 100, confidence = 0.95 }: { groups?: number; confidence?: number } = {},
): { value: number | null } & JackknifeInterval {
  const value = statistic(units);
  const leaveOneOutValues = Array.from({ length: Math.min(groups, units.length) }, (_, group) =>
    statistic(units.filter((_unit, index) => index % groups !== group)),
  );
  return { value, ...jackknifeInterval(value, leaveOneOutValues, confidence) };
}
