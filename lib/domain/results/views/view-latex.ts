import { escapeLatex } from "../../format/escape.ts";
import type { EstimateUnit } from "../../format/estimates.ts";
import { formatNumber, formatNumberOf, formatPercent, formatRange, formatStatistic } from "../../format/figures.ts";
import { latexNotes, styleCaption, stylePValue, type TableStyle } from "../analysis/latex-style.ts";
import { type ResultStatus, statusLabel, statusNotes } from "../plan/result-status.ts";
import { type StatusOfPlan, statusOfTable } from "../plan/test-status.ts";
import type { EstimateCell, TestCell, ViewCell, ViewTable } from "./view.ts";

/**
 * A table of a view for the booktabs package, with the columns that a paper prints: one cell "estimate [low, high]", p
 * after the correction, the best share of each column in bold, and below the table an explanation of n and the notes.
 * Rows of different statuses have it in a last column.
 */
export function viewTableAsLatex(
  table: ViewTable,
  status: ResultStatus | StatusOfPlan | null,
  style: TableStyle = "booktabs",
): string {
  const { name, caption, columns, rows } = table;
  const line = (cells: readonly string[]) => `    ${cells.join(" & ")} \\\\`;
  const bestShares = columns.map((_, column) => bestShare(rows.map((row) => row[column])));
  const notes = [
    ...columns.flatMap((title, column) =>
      notesOfColumn(
        title,
        rows.map((row) => row[column]),
      ),
    ),
  ];
  const statuses = [statusOfTable(table, status) ?? []].flat();
  const labels = statuses.map(statusLabel);
  const hasStatusColumn = new Set(labels).size > 1;
  const reasons = new Set(rows.flat().flatMap((cell) => ("reason" in cell && cell.reason ? [cell.reason] : [])));
  return [
    "\\begin{table}",
    "  \\centering",
    `  \\caption{${styleCaption(toLatexLine(caption), style)}}`,
    `  \\label{tab:${name}}`,
    `  \\begin{tabular}{${columns.map((_, index) => (index === 0 ? "l" : "r")).join("")}${hasStatusColumn ? "l" : ""}}`,
    "    \\toprule",
    line([
      ...columns.map((title, column) => toLatexLine(title + unitOf(rows.map((row) => row[column])))),
      ...(hasStatusColumn ? ["Status"] : []),
    ]),
    "    \\midrule",
    ...rows.map((row, index) =>
      line([
        ...row.map((cell, column) =>
          isBest(cell, bestShares[column]!) ? `\\textbf{${textOf(cell, style)}}` : textOf(cell, style),
        ),
        ...(hasStatusColumn ? [toLatexLine(labels[index]!)] : []),
      ]),
    ),
    "    \\bottomrule",
    "  \\end{tabular}",
    ...latexNotes([...notes, ...reasons, ...statusNotes(statuses)].map(toLatexLine), style),
    "\\end{table}",
    "",
  ].join("\n");
}

/** A table cell is one line, whatever its text contains. */
function toLatexLine(text: string): string {
  return escapeLatex(text.replaceAll(/\s*[\r\n]+\s*/g, " "));
}

function textOf(cell: ViewCell, style: TableStyle): string {
  switch (cell.kind) {
    case "text":
      return toLatexLine(cell.text);
    case "count":
      return String(cell.value);
    case "test":
      return toLatexLine(cell.p === null ? "–" : stylePValue(formatStatistic(cell.adjusted ?? cell.p), style));
    case "estimate":
      return toLatexLine(estimateText(cell));
  }
}

function estimateText({ value, low, high, unit }: EstimateCell): string {
  if (value === null) return "–";
  const format = (number: number) => (isPercentage(unit) ? formatPercent(number) : formatNumber(number, 2));
  return low === null || high === null ? format(value) : `${format(value)} [${format(low)}, ${format(high)}]`;
}

function isPercentage(unit: EstimateUnit): boolean {
  return unit === "share" || unit === "points";
}

type Column = readonly (ViewCell | undefined)[];

/** The unit that follows a column's title, so that it is not repeated in every cell. */
function unitOf(cells: Column): string {
  const units = new Set(cells.flatMap((cell) => (cell?.kind === "estimate" ? [cell.unit] : [])));
  const words = { share: " (%)", points: " (points)", seconds: " (s)", number: "" } as const;
  return units.size === 1 ? words[[...units][0]!] : "";
}

/** The largest share of a column with several shares; null for other columns. */
function bestShare(cells: Column): number | null {
  const shares = cells.flatMap((cell) =>
    cell?.kind === "estimate" && cell.unit === "share" && cell.value !== null ? [cell.value] : [],
  );
  return shares.length > 1 ? Math.max(...shares) : null;
}

function isBest(cell: ViewCell, best: number | null): boolean {
  return best !== null && cell.kind === "estimate" && cell.unit === "share" && cell.value === best;
}

/** The meaning of n and of the intervals in a column, and which p it shows. */
function notesOfColumn(title: string, cells: Column): string[] {
  const countedCells = cells.filter(
    (cell): cell is EstimateCell | TestCell => cell?.kind === "estimate" || cell?.kind === "test",
  );
  if (countedCells.length === 0) return [];
  const sizes = countedCells.map(({ n }) => n);
  const n = `n = ${formatRange({ low: Math.min(...sizes), high: Math.max(...sizes) })}`;
  const isAdjusted = countedCells.some((cell) => cell.kind === "test" && cell.adjusted !== null);
  const hasInterval = countedCells.some((cell) => cell.kind === "estimate" && cell.low !== null);
  const parts = [
    n,
    ...(hasInterval ? ["95% intervals in brackets"] : []),
    ...(isAdjusted ? ["p after correction"] : []),
  ];
  return [`${title}: ${parts.join("; ")} (${formatNumberOf(countedCells.length, "row")}).`];
}
