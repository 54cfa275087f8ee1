import { chooseColumns, type FileOptions, noFileOptions } from "../figures/file-options.ts";
import type { PreparedResults } from "../preparation/prepare-results-page.ts";
import { figureFile, partsFile, sentencesFile, type ViewFormat } from "../views/view-files.ts";
import type { AnalysisFile } from "./analyse-study.ts";
import { type FigureWithStatus, headlineFigure, majorityFigure } from "./analysis-figure.ts";
import { type AnalysisTable, tableAsCsv, tableAsJsonLines, tableAsMarkdown } from "./analysis-table.ts";
import { comparisonTable, majorityTable } from "./comparison-tables.ts";
import { ceilingTable, comparisonSentences, comparisonTestTable, totalsTable } from "./detail-tables.ts";
import { printedTableAsLatex } from "./printed-table.ts";

/** The parts of a results page that can be downloaded. */
export interface PageParts {
  tables: AnalysisTable[];
  figures: FigureWithStatus[];
  sentences: string;
}

/**
 * The downloadable parts of a results page: the headline, the comparisons with tests and sentences, the ceiling and the
 * majority of k people.
 */
export function pageParts(
  {
    comparisons,
    totals,
    chance,
    ceiling,
    curve,
    unplanned,
  }: Pick<PreparedResults, "comparisons" | "totals" | "chance" | "ceiling" | "curve" | "unplanned">,
  notes: readonly string[] = [],
): PageParts {
  const majority = majorityFigure(curve, ceiling);
  return {
    tables: [
      comparisonTable(comparisons, null),
      comparisonTestTable(comparisons),
      totalsTable(totals, comparisons, unplanned),
      ...(ceiling.length > 0 ? [ceilingTable(ceiling, unplanned)] : []),
      ...(curve.points.length > 0 ? [majorityTable(curve.points, unplanned)] : []),
    ],
    figures: [
      headlineFigure(comparisons, ceiling, unplanned, { totals, chance, notes }),
      ...(majority ? [{ figure: majority, status: unplanned }] : []),
    ],
    sentences: comparisonSentences(comparisons, unplanned, null)
      .map((one) => `- ${one.replaceAll("\u00a0", " ")}\n`)
      .join(""),
  };
}

/** One table or figure of a results page as a file's text; null if the page does not have it. */
export function pageFile(
  { tables, figures, sentences }: PageParts,
  name: string,
  format: ViewFormat,
  options: FileOptions,
): string | null {
  if (`${name}.${format}` === sentencesFile) return sentences;
  const table = tables.find((one) => one.name === name);
  const figurePart = figures.find(({ figure }) => figure.name === name);
  if (format === "parts.json")
    return table || figurePart
      ? partsFile(
          figurePart?.figure.title ?? table!.caption,
          table?.columns ?? [],
          figurePart?.figure,
          table ? tableAsMarkdown(chooseColumns(table, options)) : null,
        )
      : null;
  if (format === "svg" || format === "vl.json")
    return figurePart ? figureFile(figurePart.figure, format, figurePart.status, options) : null;
  if (!table) return null;
  const chosenTable = chooseColumns(table, options);
  if (format === "tex") return printedTableAsLatex(chosenTable, options.style);
  return { csv: tableAsCsv, jsonl: tableAsJsonLines, md: tableAsMarkdown }[format](chosenTable);
}

/** Every table and figure of a results page, and its sentences. */
export function pageFiles(parts: PageParts): AnalysisFile[] {
  const names = new Set([...parts.tables.map(({ name }) => name), ...parts.figures.map(({ figure }) => figure.name)]);
  return [
    ...[...names].flatMap((name) =>
      (["csv", "jsonl", "md", "tex", "svg", "vl.json"] as const).flatMap((format) => {
        const content = pageFile(parts, name, format, noFileOptions);
        return content === null ? [] : [{ name: `${name}.${format}`, content }];
      }),
    ),
    { name: sentencesFile, content: parts.sentences },
  ];
}
