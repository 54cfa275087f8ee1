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
 * Marks the series that a frozen plan does not cover: runs that were added after the plan named their model; for
 * plans without a list of models, every run that was added after the freeze. A model that had no run when it was
 * named is planned with its first one.
 */
export function markLateRuns(
  series: readonly ModelSeries[],
  plan: Pick<AnalysisPlan, "models">,
  { frozenAt, namedAt, importedAt }: RunTimes,
): ModelSeries[] {
  if (frozenAt === null) return [...series];
  const timeOf = ({ id }: ModelSeries) => importedAt.get(id) ?? 0;
  return series.map((one) => {
    const first = Math.min(...series.filter(({ model }) => model === one.model).map(timeOf));
    const lastPlanned = plan.models.length === 0 ? frozenAt : Math.max(namedAt.get(one.model) ?? frozenAt, first);
    return timeOf(one) > lastPlanned ? { ...one, isLate: true } : one;
  });
}
