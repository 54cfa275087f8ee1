import type { ModelSeries } from "../model/study-results.ts";
import type { AnalysisPlan } from "./analysis-plan.ts";

/** The times of a study's freezes and of its models' runs, in milliseconds. */
export interface RunTimes {
  /** The first freezing of the protocol; null if it is not frozen. */
  frozenAt: number | null;
  /** By model: the first frozen plan that names it. */
  namedAt: ReadonlyMap<string, number>;
  /**
   * By ID of a series: when the first answer of its run was stored; an empty run that was created earlier does not
   * count.
   */
  importedAt: ReadonlyMap<string, number>;
}

/**
 * Marks the series that a frozen plan does not cover: runs that were added after the plan named their model or, if the
 * plan has no list of models, after the freeze. If a model had no run when the plan named it, its first run is planned.
 */
export function markLateRuns<Series extends Pick<ModelSeries, "id" | "model">>(
  series: readonly Series[],
  plan: Pick<AnalysisPlan, "models">,
  { frozenAt, namedAt, importedAt }: RunTimes,
): (Series & Pick<ModelSeries, "isLate">)[] {
  if (frozenAt === null) return [...series];
  const timeOf = ({ id }: Series) => importedAt.get(id) ?? 0;
  return series.map((one) => {
    const first = Math.min(...series.filter(({ model }) => model === one.model).map(timeOf));
    const lastPlanned = plan.models.length === 0 ? frozenAt : Math.max(namedAt.get(one.model) ?? frozenAt, first);
    return timeOf(one) > lastPlanned ? { ...one, isLate: true } : one;
  });
}
