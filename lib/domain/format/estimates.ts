import { formatCount, formatInterval, formatNumber, formatPoints, formatShare } from "./figures.ts";
import { formatSeconds } from "./times.ts";

/** An estimate: a value with its limits, or with the reason why there are none. */
export interface Uncertain {
  /** Null if there are no data for an estimate. */
  value: number | null;
  /** 95% limits; both null if there is no interval. */
  low: number | null;
  high: number | null;
  /** Why there is no interval, or a limitation of the interval. */
  reason?: string | null | undefined;
}

/** The unit of an estimate. A share is in percent, a difference of shares in points; a number has no unit. */
export const estimateUnits = ["share", "points", "number", "seconds"] as const;
export type EstimateUnit = (typeof estimateUnits)[number];

/**
 * The texts of an estimate that a page shows together. Components get estimates only in this form (`figures.ts` is
 * closed to them for these formats), so that no estimate appears without n and without its uncertainty.
 */
export interface EstimateText {
  /** A dash without a value. */
  value: string;
  /** The limits, or the reason why there are none. */
  interval: string;
  /** A limitation of the interval, for example few clusters. */
  note: string | null;
  /** What was counted: "n = 52", "26 of 28 answers". */
  n: string;
}

/** Formats the texts of an estimate. `n` is a number ("n = 52") or a phrase that states what was counted. */
export function describeEstimate(
  { value, low, high, reason }: Uncertain,
  n: number | string,
  { unit = "share", decimals = 3 }: { unit?: EstimateUnit; decimals?: number } = {},
): EstimateText {
  const countText = typeof n === "number" ? `n = ${formatCount(n)}` : n;
  if (value === null) return { value: "–", interval: reason ?? "no value", note: null, n: countText };
  const hasInterval = low !== null && high !== null;
  return {
    value: formatInUnit(unit, value, decimals),
    interval: hasInterval ? describeLimits({ low, high, unit }, decimals) : (reason ?? "no interval"),
    note: hasInterval ? (reason ?? null) : null,
    n: countText,
  };
}

/** Formats the limits of an interval ("87.2 to 96.4"); a dash if there is none. */
export function describeLimits(
  { low, high, unit = "share" }: { low: number | null; high: number | null; unit?: EstimateUnit },
  decimals = 3,
): string {
  if (unit === "share" || unit === "points" || low === null || high === null) return formatInterval({ low, high });
  const digits = unit === "seconds" ? 1 : decimals;
  return `${formatNumber(low, digits)} to ${formatNumber(high, digits)}`;
}

function formatInUnit(unit: EstimateUnit, value: number, decimals: number): string {
  switch (unit) {
    case "share":
      return formatShare(value);
    case "points":
      return formatPoints(value);
    case "seconds":
      return formatSeconds(1000 * value);
    case "number":
      return formatNumber(value, decimals);
  }
}

/** Formats an estimate for a sentence or a screen reader: "92.9% (95% interval 87.2 to 96.4; n = 28)". */
export function estimateSentence({ value, interval, note, n }: EstimateText): string {
  const limits = hasLimits(interval) ? `95% interval ${interval}` : interval;
  return `${value} (${limits}; ${n})${note === null ? "" : `. ${note}`}`;
}

/** Whether the text consists of limits, as opposed to the reason why there are none. */
export function hasLimits(interval: string): boolean {
  return /^[+\d\u2212]/.test(interval);
}

/**
 * Formats a part of a count, without an interval because it only describes the counted cases: "12 of 30 (40.0%)";
 * without a percentage if the whole is 0.
 */
export function formatPart(part: number, whole: number): string {
  const counts = `${formatCount(part)} of ${formatCount(whole)}`;
  return whole === 0 ? counts : `${counts} (${formatShare(part / whole)})`;
}

/** Formats a share that was set or planned, not estimated: a margin, a fee, a target. */
export function formatPlanned(share: number, decimals = 1): string {
  return formatShare(share, decimals);
}

/**
 * Formats a number that describes observations and is not an estimate: seconds, copies per day, the overlap of two
 * marks, a probability reported by a model.
 */
export function formatQuantity(value: number | null | undefined, decimals = 1): string {
  return formatNumber(value, decimals);
}
