import type { AnalysisTable } from "../analysis/analysis-table.ts";
import { tableAsCsv, tableAsJsonLines, tableAsMarkdown } from "../analysis/analysis-table.ts";
import { chooseColumns, chooseFigure, type FileOptions, figureRows, noFileOptions } from "../figures/file-options.ts";
import { limitViewToStatus, removeTestColumns } from "../interim/without-conclusions.ts";
import { type ResultStatus, type StatusSentence, withStatus } from "../plan/result-status.ts";
import { type StatusOfPlan, statusOfOthers, statusOfTable } from "../plan/test-status.ts";
import { figureSpecification } from "./figure-specification.ts";
import { figureSvg } from "./figure-svg.ts";
import type { View, ViewCell, ViewFigure, ViewTable } from "./view.ts";
import { viewTableAsLatex } from "./view-latex.ts";

/**
 * The status of a view's results, or of the plan's tests among them (`statusOfView`); null for a view without results of
 * a study's answers.
 */
export type ViewStatus = ResultStatus | StatusOfPlan | null;

/**
 * The file formats in which a table or figure can be downloaded; `parts.json` lists the parts that can be selected.
 */
export const viewFormats = ["csv", "jsonl", "md", "tex", "svg", "vl.json", "parts.json"] as const;
export type ViewFormat = (typeof viewFormats)[number];

/** The file with one sentence per test. */
export const sentencesFile = "sentences.md";

/** One table or figure of a view as a file's text; null if the view does not have it. */
export function viewFile(
  given: View,
  name: string,
  format: ViewFormat,
  status: ViewStatus,
  options: FileOptions = noFileOptions,
): string | null {
  const { table, chosen, figure } = partOfView(given, name, status, options);
  const flat = chosen && flatTable(chosen, status);
  switch (format) {
    case "csv":
      return flat && tableAsCsv(flat);
    case "jsonl":
      return flat && tableAsJsonLines(flat);
    case "md":
      return flat && tableAsMarkdown(flat);
    case "tex":
      return chosen && viewTableAsLatex(chosen, status, options.style);
    case "svg":
    case "vl.json":
      return figure && figureFile(figure, format, status, options);
    case "parts.json":
      return table || figure
        ? partsFile(
            table?.caption ?? figure!.title,
            table?.columns ?? [],
            figure ?? undefined,
            flat && tableAsMarkdown(flat),
          )
        : null;
  }
}

/** One table of a view for a workbook; null if the view does not have it. */
export function viewWorkbookTable(
  view: View,
  name: string,
  status: ViewStatus,
  options: FileOptions,
): AnalysisTable | null {
  const { chosen } = partOfView(view, name, status, options);
  return chosen && flatTable(chosen, status);
}

/**
 * One table or figure of a view for a file of any format. The view is limited to its status before any option is
 * applied, because options rename and omit columns.
 */
function partOfView(given: View, name: string, status: ViewStatus, options: FileOptions) {
  const view = limitViewToStatus(given, status);
  const table = view.tables.find((one) => one.name === name) ?? null;
  const figure = view.figures.find((one) => one.name === name) ?? null;
  return { table, chosen: table && chooseColumns(table, options), figure };
}

/** A figure as a drawing or as a Vega-Lite specification, with the chosen options. */
export function figureFile(
  figure: ViewFigure,
  format: "svg" | "vl.json",
  status: ViewStatus,
  options: FileOptions = noFileOptions,
): string {
  const chosenFigure = chooseFigure(figure, options);
  return format === "svg"
    ? figureSvg(chosenFigure, statusOfOthers(status), options)
    : `${JSON.stringify(figureSpecification(chosenFigure, statusOfOthers(status), options), null, 2)}\n`;
}

/**
 * The parts that can be selected: the title, the rows or lines of a figure, the columns of a table, with a preview of
 * the table.
 */
export function partsFile(
  title: string,
  columns: readonly string[],
  figure: ViewFigure | undefined,
  preview: string | null,
): string {
  return JSON.stringify({ title, columns, rows: figure ? figureRows(figure) : [], preview });
}

/** One sentence per test with the hash of its data; null for a view without tests. */
export function viewSentences(view: View, dataHash: string, status: ViewStatus): string | null {
  const findings = findingSentences(view, status);
  if (findings.length === 0) return null;
  return `${findings.map((one) => `- ${one.replaceAll("\u00a0", " ")} (data ${dataHash.slice(0, 12)})`).join("\n")}\n`;
}

/** The sentences of a view's tests, each with its status. */
export function findingSentences(view: View, status: ViewStatus): StatusSentence[] {
  return limitViewToStatus(view, status).findings.map((one) => withStatus(statusOfPlanned(status), one));
}

/** The sentences of a view that rest on tests, each with its status. */
export function conclusionSentences(view: View, status: ViewStatus): StatusSentence[] {
  return limitViewToStatus(view, status).conclusions.map((one) => withStatus(statusOfPlanned(status), one));
}

/** The status of sentences that do not begin with their own. */
function statusOfPlanned(status: ViewStatus): ResultStatus | null {
  return status !== null && "ofPlan" in status ? status.ofPlan : status;
}

/** All files of a view, in the order of its parts. */
export function viewFiles(view: View, dataHash: string, status: ViewStatus): { name: string; content: string }[] {
  const sentences = viewSentences(view, dataHash, status);
  return [
    ...(sentences === null ? [] : [{ name: sentencesFile, content: sentences }]),
    ...[...new Set([...view.tables, ...view.figures].map(({ name }) => name))].flatMap((name) =>
      viewFormats.flatMap((format) => {
        if (format === "parts.json") return [];
        const content = viewFile(view, name, format, status);
        return content === null ? [] : [{ name: `${name}.${format}`, content }];
      }),
    ),
  ];
}

/** A view's table with a column for each number: value, limits, n and the reason for a missing value. */
export function flatTable(table: ViewTable, status: ViewStatus): AnalysisTable {
  const isInterim = statusOfOthers(status)?.kind === "interim";
  const { name, caption, columns, rows } = isInterim ? removeTestColumns(table) : table;
  const kinds = columns.map((_, index) => columnType(rows.map((row) => row[index])));
  return {
    name,
    caption,
    status: statusOfTable(table, status),
    columns: columns.flatMap((column, index) => headsOf(column, kinds[index]!)),
    rows: rows.map((row) => row.flatMap((cell, index) => fieldsOf(cell, kinds[index]!))),
  };
}

type Kind = ViewCell["kind"] | "test-of-models";

/** A column may contain text in place of a missing number; its width is the width of its widest cell. */
function columnType(cells: readonly (ViewCell | undefined)[]): Kind {
  const kinds = new Set(
    cells.map((cell): Kind | undefined => (cell?.kind === "test" && cell.worst ? "test-of-models" : cell?.kind)),
  );
  return (["estimate", "test-of-models", "test", "count"] as const).find((kind) => kinds.has(kind)) ?? "text";
}

function headsOf(column: string, kind: Kind): string[] {
  switch (kind) {
    case "estimate":
      return [column, `${column}, low`, `${column}, high`, `${column}, n`, `${column}, note`];
    case "test":
      return testHeads.map((part) => `${column}, ${part}`);
    case "test-of-models":
      return [...testHeads, "p missing answers against it", "missing answers"].map((part) => `${column}, ${part}`);
    case "count":
    case "text":
      return [column];
  }
}

const testHeads = ["p", "p adjusted", "simultaneous low", "simultaneous high", "p sign patterns", "n", "note"];

function fieldsOf(cell: ViewCell, kind: Kind): (string | number | null)[] {
  const width = headsOf("", kind).length;
  const fields = listFields(cell);
  return [...fields, ...new Array<null>(Math.max(0, width - fields.length)).fill(null)].slice(0, width);
}

function listFields(cell: ViewCell): (string | number | null)[] {
  switch (cell.kind) {
    case "estimate":
      return [cell.value, cell.low, cell.high, cell.n, cell.reason];
    case "test":
      return [
        cell.p,
        cell.adjusted,
        cell.simultaneous?.low ?? null,
        cell.simultaneous?.high ?? null,
        cell.signPatterns,
        cell.n,
        cell.reason,
        ...(cell.worst ? [cell.worst.p, cell.worst.missing] : []),
      ];
    case "count":
      return [cell.value];
    case "text":
      return [cell.text];
  }
}
