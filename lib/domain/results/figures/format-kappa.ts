import { formatNumber } from "../../format/figures.ts";
import type { CheckedLimits } from "../../statistics/agreement/agreement-coverage.ts";
import { checkedKappaLimits } from "../../statistics/agreement/kappa-goodness-of-fit.ts";

/** Cohen's kappa as shown on every page. A missing value has a reason. */
export interface KappaFigure {
  /** Null if all answers are the same, because agreement by chance is then certain. */
  value: string | null;
  /**
   * The interval as text, such as "0.62 to 0.91 (95%)", limited to the range of kappa (-1 to 1); null if there is none.
   */
  interval: string | null;
  /** Why there is no value or no interval; null if both exist. */
  reason: string | null;
}

export function formatKappa(found: ComputedKappa): KappaFigure {
  return formatKappaLimits(kappaEstimate(found));
}

/** Formats a kappa with precomputed limits. */
export function formatKappaLimits({
  value,
  low,
  high,
  reason,
}: {
  value: number | null;
  low: number | null;
  high: number | null;
  reason: string | null;
}): KappaFigure {
  return {
    value: value === null ? null : formatKappaValue(value),
    interval: low === null || high === null ? null : `${formatKappaValue(low)} to ${formatKappaValue(high)} (95%)`,
    reason,
  };
}

/** A kappa with its large-sample error and, if they are known, its pairs, chance agreement and counts. */
type ComputedKappa = Parameters<typeof checkedKappaLimits>[0];

/** The kappa and its limits as numbers, for files. */
export function kappaEstimate(found: ComputedKappa): { value: number | null } & CheckedLimits {
  return { value: found.kappa, ...checkedKappaLimits(found) };
}

function formatKappaValue(value: number): string {
  return formatNumber(value, 2);
}
