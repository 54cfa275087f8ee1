import type { PreparedResults } from "../preparation/prepare-results-page.ts";
import { sentencesFile } from "../views/view-files.ts";
import { type AnalysisFile, filesOfFigure, filesOfTable } from "./analyse-study.ts";
import { headlineFigure, majorityFigure } from "./analysis-figure.ts";
import { comparisonTable, majorityTable } from "./comparison-tables.ts";
import { ceilingTable, comparisonSentences, comparisonTestTable, totalsTable } from "./detail-tables.ts";

/** The headline of a results page, its comparisons with their tests and sentences, the ceiling and the majority of k people as files, for the query of its URL. */
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
    comparisonTestTable(comparisons),
    totalsTable(totals, comparisons, unplanned),
    ...(ceiling.length > 0 ? [ceilingTable(ceiling, unplanned)] : []),
    ...(curve.points.length > 0 ? [majorityTable(curve.points, unplanned)] : []),
  ]
    .flatMap(filesOfTable)
    .concat(
      [headlineFigure(comparisons, ceiling, { totals, chance, status }), ...(drawnCurve ? [drawnCurve] : [])].flatMap(
        filesOfFigure,
      ),
      {
        name: sentencesFile,
        content: comparisonSentences(comparisons, unplanned, null)
          .map((one) => `- ${one.replaceAll("\u00a0", " ")}\n`)
          .join(""),
      },
    );
}
