import type { RateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import { formatInterval, formatNumberOf, formatShare } from "@/lib/domain/format/figures.ts";

/** A rate as text for screen readers: "62.3 percent, 95% interval 50.8 to 72.4, 31 decided pairs". */
export function describeRate(figure: Pick<RateFigure, "rate" | "low" | "high" | "n">): string {
  if (figure.rate === null) return "no decided pair";
  const interval = figure.low === null ? ", no interval" : `, 95% interval ${formatInterval(figure)}`;
  return `${formatShare(figure.rate).replace("%", " percent")}${interval}, ${formatNumberOf(figure.n, "decided pair")}`;
}
