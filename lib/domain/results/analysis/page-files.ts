import { exploratory } from "../plan/result-status.ts";
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
}: Pick<PreparedResults, "comparisons" | "totals" | "chance" | "ceiling" | "curve">): AnalysisFile[] {
  const [first] = comparisons.models;
  const status = first?.sides[first.leads].status ?? exploratory;
  const drawnCurve = majorityFigure(curve, ceiling);
  return [comparisonTable(comparisons, null), ...(curve.points.length > 0 ? [majorityTable(curve.points)] : [])]
    .flatMap(filesOfTable)
    .concat(
      [headlineFigure(comparisons, ceiling, { totals, chance, status }), ...(drawnCurve ? [drawnCurve] : [])].flatMap(
        filesOfFigure,
      ),
    );
}
