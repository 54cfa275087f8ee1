import type { RateFigure } from "@/lib/domain/beliefs/prepare/rate-figure.ts";
import { describeEstimate, type EstimateText, estimateSentence } from "@/lib/domain/format/estimates.ts";
import { formatNumberOf } from "@/lib/domain/format/figures.ts";

type Rate = Pick<RateFigure, "rate" | "low" | "high" | "n">;

/** The texts of a rate: "62.3%", its interval, and its number of decided pairs. */
export function rateText(figure: Rate, n: number | string = figure.n): EstimateText {
  return describeEstimate({ ...figure, value: figure.rate }, n);
}

/** A rate as text for screen readers: "62.3% (95% interval 50.8 to 72.4; 31 decided pairs)". */
export function describeRate(figure: Rate): string {
  return figure.rate === null
    ? "no decided pair"
    : estimateSentence(rateText(figure, formatNumberOf(figure.n, "decided pair")));
}
