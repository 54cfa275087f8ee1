import type { Share } from "../model/share.ts";

/** "92.9%"; a dash where there is no value. */
export function formatShare(share: number | null): string {
  return share === null ? "–" : `${(share * 100).toFixed(1)}%`;
}

/** "87.2 to 96.4", the limits of a 95% interval in per cent or points; a dash where there is none. */
export function formatInterval({ low, high }: Pick<Share, "low" | "high">): string {
  return low === null || high === null ? "–" : `${hundredfold(low)} to ${hundredfold(high)}`;
}

/** A difference in percentage points with its sign: "+6.4", "−2.0", "0.0". */
export function formatPoints(difference: number | null): string {
  if (difference === null) return "–";
  const text = Math.abs(difference * 100).toFixed(1);
  return text === "0.0" ? text : `${difference > 0 ? "+" : "\u2212"}${text}`;
}

/** "0.034", "< 0.001"; a dash without a test. */
export function formatP(p: number | null): string {
  if (p === null) return "–";
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** With one decimal and a true minus sign. */
function hundredfold(value: number): string {
  return (value * 100)
    .toFixed(1)
    .replace(/^-(?=0\.0$)/, "")
    .replace("-", "\u2212");
}

/** A count with thousands set apart: "29,120". */
export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** Right answers, of which ties may be parts: "279", "278.5". */
export function formatCorrect(correct: number): string {
  return correct.toLocaleString("en", { maximumFractionDigits: 1 });
}

/** "1 cell", "2 cells". */
export function formatNumberOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A share as a screen reader says it: "92.9 per cent, 95% interval 87.2 to 96.4, 26 of 28". */
export function sayShare(share: Share): string {
  if (share.value === null) return "no answers";
  const interval = share.low === null ? "" : `, 95% interval ${formatInterval(share)}`;
  return `${(share.value * 100).toFixed(1)} per cent${interval}, ${formatCorrect(share.correct)} of ${formatCount(share.n)}`;
}
