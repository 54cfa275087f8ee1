import { kappaLimits } from "../statistics/agreement-intervals.ts";

/** Cohen's kappa as every page shows it. What is missing has its reason. */
export interface KappaFigure {
  /** Null where only one answer occurs: agreement by chance is then certain. */
  value: string | null;
  /** "0.62 to 0.91 (95%)", cut at -1 and 1, between which kappa lies; null without one. */
  interval: string | null;
  /** Why there is no value or no interval; null when both are there. */
  reason: string | null;
}

export function formatKappa(found: { kappa: number | null; se: number | null }): KappaFigure {
  if (found.kappa === null)
    return { value: null, interval: null, reason: "There is none where only one answer occurs." };
  const { low, high } = kappaLimits(found);
  const value = signed(found.kappa);
  if (low === null || high === null) {
    const reason =
      found.kappa === 1
        ? "No interval: nothing varies where all answers agree."
        : "No interval: with these answers its standard error is zero, which says nothing about others.";
    return { value, interval: null, reason };
  }
  return { value, interval: `${signed(Math.max(-1, low))} to ${signed(Math.min(1, high))} (95%)`, reason: null };
}

function signed(value: number): string {
  return value.toFixed(2).replace("-", "\u2212");
}
