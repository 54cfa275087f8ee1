import type { ModelSeries } from "./study-results.ts";

/**
 * The name of a series: the model, and the properties that distinguish the series from other series of the model. If a
 * run was added after the plan was frozen, the name contains its source. Such a run never changes the name of another
 * series, so planned tests keep the names in the plan.
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
