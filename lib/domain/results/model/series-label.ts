import type { ModelSeries } from "./study-results.ts";

/** The name of a series: the model, and the properties that distinguish it from the model's other series. */
export function seriesLabel(series: ModelSeries, all: readonly ModelSeries[]): string {
  const siblings = all.filter(({ modelId, id }) => modelId === series.modelId && id !== series.id);
  const details = [
    siblings.some(({ source }) => source !== series.source) ? series.source : "",
    siblings.some(({ rest }) => rest !== series.rest) ? series.rest.replaceAll(";", ", ") || "plain" : "",
  ].filter((detail) => detail !== "");
  return details.length === 0 ? series.model : `${series.model} (${details.join("; ")})`;
}
