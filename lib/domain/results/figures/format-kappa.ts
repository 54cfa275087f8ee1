import { formatNumber } from "../../format/figures.ts";
import { isTooRareForKappa, tooRareReason } from "../../statistics/agreement/agreement-coverage.ts";
import { kappaLimits } from "../../statistics/agreement/agreement-intervals.ts";

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

/** A kappa with its large-sample error, and its pairs and chance agreement if they are known. */
interface ComputedKappa {
  kappa: number | null;
  se: number | null;
  n?: number;
  pe?: number | null;
}

/** The kappa and its limits as numbers, for files. */
export function kappaEstimate(found: ComputedKappa): {
  value: number | null;
  low: number | null;
  high: number | null;
  reason: string | null;
} {
  const noLimits = { low: null, high: null };
  if (found.kappa === null)
    return { value: null, ...noLimits, reason: "Kappa is undefined: all answers are the same." };
  const { low, high } = kappaLimits(found);
  const { n, pe = null } = found;
  if (low !== null && n !== undefined && isTooRareForKappa({ n, pe }))
    return { value: found.kappa, ...noLimits, reason: tooRareReason };
  if (low !== null && high !== null)
    return { value: found.kappa, low: Math.max(-1, low), high: Math.min(1, high), reason: null };
  const reason =
    found.kappa === 1
      ? "No interval: all answers agree."
      : "No interval: the standard error is zero for these answers, which does not hold in general.";
  return { value: found.kappa, ...noLimits, reason };
}

function formatKappaValue(value: number): string {
  return formatNumber(value, 2);
}
