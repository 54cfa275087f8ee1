import type { ModelSeries } from "./study-results.ts";

/**
 * The name of a series: the model, and the properties that distinguish it from the model's other series. A run from after
 * the freezing has its source in its name, and changes no other name: tests of the plan have the names of the plan.
 */
export function seriesLabel(series: ModelSeries, all: readonly ModelSeries[]): string {
  const { isLate = false } = series;
  const siblings = all.filter(
    (one) => one.modelId === series.modelId && one.id !== series.id && (isLate || !one.isLate),
  );
  const details = [
    isLate || siblings.some(({ source }) => source !== series.source) ? series.source : "",
    siblings.some(({ rest }) => rest !== series.rest) ? series.rest.replaceAll(";", ", ") || "plain" : "",
  ].filter((detail) => detail !== "");
  return details.length === 0 ? series.model : `${series.model} (${details.join("; ")})`;
}
