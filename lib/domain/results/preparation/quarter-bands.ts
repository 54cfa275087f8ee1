import { formatSignificant } from "../../format/figures.ts";

/** Numbers divided into bands, lowest first. */
export interface Bands {
  labels: string[];
  labelOf: (value: number) => string | null;
}

/** Bands that each contain a quarter of the values, as far as ties allow, named by their smallest and largest value. */
export function quarterBands(values: readonly number[]): Bands {
  const sorted = values.toSorted((left, right) => left - right);
  const upperLimits =
    sorted.length === 0
      ? []
      : [...new Set([0.25, 0.5, 0.75, 1].map((part) => sorted[Math.ceil(part * sorted.length) - 1]!))];
  const labels = upperLimits.map((to, index) => {
    const from = sorted.find((value) => index === 0 || value > upperLimits[index - 1]!)!;
    return from === to ? formatLimit(to) : `${formatLimit(from)} to ${formatLimit(to)}`;
  });
  return { labels, labelOf: (value) => labels[upperLimits.findIndex((to) => value <= to)] ?? null };
}

/** Four significant digits, because the limits are only shown in the name of a band. */
function formatLimit(value: number): string {
  return formatSignificant(value, 4);
}
