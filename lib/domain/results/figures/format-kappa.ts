import { formatNumber } from "../../format/figures.ts";
import { isTooRareForKappa, tooRare } from "../../statistics/agreement/agreement-coverage.ts";
import { kappaLimits } from "../../statistics/agreement/agreement-intervals.ts";

/** Cohen's kappa as shown on every page. A missing value has a reason. */
export interface KappaFigure {
  /** Null if only one answer occurs: agreement by chance is then certain. */
  value: string | null;
  /** "0.62 to 0.91 (95%)", limited to -1 to 1, the range of kappa; null without one. */
  interval: string | null;
  /** Why there is no value or no interval; null if both exist. */
  reason: string | null;
}

export function formatKappa(found: FoundKappa): KappaFigure {
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
    value: value === null ? null : signed(value),
    interval: low === null || high === null ? null : `${signed(low)} to ${signed(high)} (95%)`,
    reason,
  };
}

/** A kappa with its large-sample error, and its pairs and chance agreement if they are known. */
interface FoundKappa {
  kappa: number | null;
  se: number | null;
  n?: number;
  pe?: number | null;
}

/** The kappa and its limits as numbers, for files. */
export function kappaEstimate(found: FoundKappa): {
  value: number | null;
  low: number | null;
  high: number | null;
  reason: string | null;
} {
  const none = { low: null, high: null };
  if (found.kappa === null) return { value: null, ...none, reason: "There is none where only one answer occurs." };
  const { low, high } = kappaLimits(found);
  const { n, pe = null } = found;
  if (low !== null && n !== undefined && isTooRareForKappa({ n, pe }))
    return { value: found.kappa, ...none, reason: tooRare };
  if (low !== null && high !== null)
    return { value: found.kappa, low: Math.max(-1, low), high: Math.min(1, high), reason: null };
  const reason =
    found.kappa === 1
      ? "No interval: nothing varies where all answers agree."
      : "No interval: with these answers its standard error is zero, which says nothing about others.";
  return { value: found.kappa, ...none, reason };
}

function signed(value: number): string {
  return formatNumber(value, 2);
}
