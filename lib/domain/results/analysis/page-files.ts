import type { PreparedResults } from "../preparation/prepare-results-page.ts";
import { type AnalysisFile, filesOfFigure, filesOfTable } from "./analyse-study.ts";
import { headlineFigure, majorityFigure } from "./analysis-figure.ts";
import { comparisonTable, majorityTable } from "./comparison-tables.ts";

/** The headline of a results page, its comparisons and the majority of k people as files, for the query of its URL. */
export function pageFiles({
  comparisons,
  totals,
  chance,
  ceiling,
  curve,
  unplanned,
}: Pick<PreparedResults, "comparisons" | "totals" | "chance" | "ceiling" | "curve" | "unplanned">): AnalysisFile[] {
  const [first] = comparisons.models;
  const status = first?.sides[first.leads].status ?? unplanned;
  const drawnCurve = majorityFigure(curve, ceiling, unplanned);
  return [
    comparisonTable(comparisons, null),
    ...(curve.points.length > 0 ? [majorityTable(curve.points, unplanned)] : []),
  ]
    .flatMap(filesOfTable)
    .concat(
      [headlineFigure(comparisons, ceiling, { totals, chance, status }), ...(drawnCurve ? [drawnCurve] : [])].flatMap(
        filesOfFigure,
      ),
    );
}
