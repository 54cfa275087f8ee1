import { formatCount, formatInterval, formatNumber, formatPoints, formatShare } from "./figures.ts";
import { formatSeconds } from "./times.ts";

/** An estimate of any kind: a value with its limits, or with the reason for their absence. */
export interface Uncertain {
  /** Null if there is nothing to estimate from. */
  value: number | null;
  /** 95% limits; both null if there is no interval. */
  low: number | null;
  high: number | null;
  /** Why there is no interval, or which limitation it has. */
  reason?: string | null | undefined;
}

/** The unit of an estimate: percent for a share, points for a difference of shares, none for a number. */
export const estimateUnits = ["share", "points", "number", "seconds"] as const;
export type EstimateUnit = (typeof estimateUnits)[number];

/**
 * The three texts of an estimate that a page shows together. Components get values of estimates only in this form
 * (`figures.ts` is closed to them for these formats), so that none appears without n and without its uncertainty.
 */
export interface EstimateText {
  /** A dash without a value. */
  value: string;
  /** The limits, or the reason why there are none. */
  interval: string;
  /** What limits an interval that exists, for example few clusters. */
  note: string | null;
  /** What was counted: "n = 52", "26 of 28 answers". */
  n: string;
}

/** The texts of an estimate, n as a number ("n = 52") or as a phrase that says what was counted. */
export function describeEstimate(
  { value, low, high, reason }: Uncertain,
  n: number | string,
  { unit = "share", decimals = 3 }: { unit?: EstimateUnit; decimals?: number } = {},
): EstimateText {
  const counted = typeof n === "number" ? `n = ${formatCount(n)}` : n;
  if (value === null) return { value: "–", interval: reason ?? "no value", note: null, n: counted };
  const hasInterval = low !== null && high !== null;
  return {
    value: formatInUnit(unit, value, decimals),
    interval: hasInterval ? describeLimits({ low, high, unit }, decimals) : (reason ?? "no interval"),
    note: hasInterval ? (reason ?? null) : null,
    n: counted,
  };
}

/** "87.2 to 96.4": the limits of an interval; a dash if there is none. */
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

/** "92.9% (95% interval 87.2 to 96.4; n = 28)", for a sentence or a screen reader. */
export function estimateSentence({ value, interval, note, n }: EstimateText): string {
  const limits = hasLimits(interval) ? `95% interval ${interval}` : interval;
  return `${value} (${limits}; ${n})${note === null ? "" : `. ${note}`}`;
}

/** Whether the text is limits, not the reason for their absence. */
export function hasLimits(interval: string): boolean {
  return /^[+\d\u2212]/.test(interval);
}

/** A part of a count: "12 of 30 (40.0%)"; "0 of 0" without a percentage. It describes these counts, without an interval. */
export function formatPart(part: number, whole: number): string {
  const counts = `${formatCount(part)} of ${formatCount(whole)}`;
  return whole === 0 ? counts : `${counts} (${formatShare(part / whole)})`;
}

/** A share that was set or planned, not estimated: a margin, a fee, a target. */
export function formatPlanned(share: number, decimals = 1): string {
  return formatShare(share, decimals);
}

/**
 * A number that describes observations and is not an estimate: seconds, copies per day, the overlap of two marks, a
 * probability that a model reported.
 */
export function formatQuantity(value: number | null | undefined, decimals = 1): string {
  return formatNumber(value, decimals);
}
