/** Number formats of all pages, sentences and files. Missing values are formatted as a dash. */

const missingValueText = "–";

/** Formats a number with fixed decimals, a true minus sign and no negative zero: "2.50", "−0.3", "0.0". */
export function formatNumber(value: number | null | undefined, decimals = 1): string {
  if (value === null || value === undefined) return missingValueText;
  const text = value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "\u2212");
}

/** A number without trailing zeros: "2.5" and "3" with up to three decimals. */
export function formatShort(value: number | null | undefined, decimals = 3): string {
  if (value === null || value === undefined) return missingValueText;
  return formatPlain(roundTo(value, decimals));
}

/** A number with the given number of significant digits and no trailing zeros: "12.35". */
export function formatSignificant(value: number, digits: number): string {
  return formatPlain(Number(value.toPrecision(digits)));
}

/** A statistic of any size: three decimals, or "1.2e-5" below a thousandth. */
export function formatStatistic(value: number): string {
  return value !== 0 && Math.abs(value) < 0.001
    ? value.toExponential(1).replace(/^-/, "\u2212")
    : formatNumber(value, 3);
}

/** A share in percent: "92.9%". */
export function formatShare(share: number | null | undefined, decimals = 1): string {
  return share === null || share === undefined ? missingValueText : `${formatPercent(share, decimals)}%`;
}

/** A share in percent without the percent sign, for a figure with a separate unit: "92.9". */
export function formatPercent(share: number, decimals = 1): string {
  return formatNumber(share * 100, decimals);
}

/** "87.2 to 96.4", the limits of a 95% interval in percent or points; a dash if there is none. */
export function formatInterval({ low, high }: { low: number | null; high: number | null }): string {
  return low === null || high === null ? missingValueText : `${formatPercent(low)} to ${formatPercent(high)}`;
}

/** A difference in percentage points with a sign, except for zero: "+6.4", "−2.0", "0.0". */
export function formatPoints(difference: number | null): string {
  if (difference === null) return missingValueText;
  const text = formatPercent(difference);
  return Number(text) > 0 ? `+${text}` : text;
}

/** "0.034", "< 0.001"; a dash if there was no test. */
export function formatP(p: number | null): string {
  if (p === null) return missingValueText;
  return p < 0.001 ? "< 0.001" : formatNumber(p, 3);
}

/** A p-value in a sentence: "p = 0.034", "p < 0.001". */
export function formatPInSentence(p: number): string {
  return p < 0.001 ? `p ${formatP(p)}` : `p = ${formatP(p)}`;
}

/** A count with thousands separated: "29,120". */
export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/**
 * The counts behind a share: "279 of 280". If the sum has fractions (ties count a half, repeats count as shares), it is
 * not a count: "mean of 280".
 */
export function formatRightOf({ correct, n }: { correct: number; n: number }): string {
  return Number.isInteger(correct) ? `${formatCount(correct)} of ${formatCount(n)}` : `mean of ${formatCount(n)}`;
}

/** "1 cell", "2 cells". */
export function formatNumberOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** "26", or "24 to 27" if minimum and maximum differ. */
export function formatRange({ low, high }: { low: number; high: number }): string {
  return low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`;
}

/** A share for a screen reader: "92.9 percent, 95% interval 87.2 to 96.4, 26 of 28". */
export function describeShare(share: {
  value: number | null;
  low: number | null;
  high: number | null;
  correct: number;
  n: number;
}): string {
  if (share.value === null) return "no answers";
  const interval = share.low === null ? "" : `, 95% interval ${formatInterval(share)}`;
  return `${formatPercent(share.value)} percent${interval}, ${formatRightOf(share)}`;
}

/** A size in mebibytes: "3.4". */
export function formatMebibytes(bytes: number): string {
  return formatNumber(bytes / 2 ** 20);
}

/** Formats a coordinate of a drawing or a style sheet: ASCII, with fixed decimals. */
export function formatCoordinate(value: number, decimals = 1): string {
  return value.toFixed(decimals);
}

/** Rounds a value to a number of decimals for further computation, without a negative zero. */
export function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) || 0;
}

function formatPlain(value: number): string {
  return String(value).replace("-", "\u2212");
}
