import { csvLine } from "../../csv-line.ts";
import { escapeLatex } from "../../format/escape.ts";
import { formatStatistic } from "../../format/figures.ts";

/** A table of a report: the same cells as CSV, Markdown and LaTeX. */
export interface AnalysisTable {
  /** File name without ending. */
  name: string;
  caption: string;
  columns: readonly string[];
  /** A missing value is null: an empty CSV field, a dash elsewhere. */
  rows: readonly (readonly (string | number | null)[])[];
}

/** RFC 4180, full precision, empty where there is no value. */
export function tableAsCsv({ columns, rows }: AnalysisTable): string {
  return [columns, ...rows.map((row) => row.map(withoutNoise))].map((row) => `${csvLine(row)}\r\n`).join("");
}

/** A Markdown table with rounded numbers. */
export function tableAsMarkdown({ caption, columns, rows }: AnalysisTable): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => oneLine(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  const body = rows.map((row) => line(row.map(rounded)));
  return `${caption}\n\n${[line(columns), line(columns.map(() => "---")), ...body].join("\n")}\n`;
}

/** A LaTeX table for the booktabs package, with rounded numbers. */
export function tableAsLatex({ name, caption, columns, rows }: AnalysisTable): string {
  const line = (cells: readonly string[]) => `${cells.map((cell) => escapeLatex(oneLine(cell))).join(" & ")} \\\\`;
  return [
    "\\begin{table}",
    "  \\centering",
    `  \\caption{${escapeLatex(oneLine(caption))}}`,
    `  \\label{tab:${name}}`,
    `  \\begin{tabular}{${columns.map((_, index) => (index === 0 ? "l" : "r")).join("")}}`,
    "    \\toprule",
    `    ${line(columns)}`,
    "    \\midrule",
    ...rows.map((row) => `    ${line(row.map(rounded))}`),
    "    \\bottomrule",
    "  \\end{tabular}",
    "\\end{table}",
    "",
  ].join("\n");
}

/** Differences of equal floating-point numbers, such as -2.2e-16, count as zero. p-values are never negative. */
function withoutNoise(value: string | number | null): string | number | null {
  return typeof value === "number" && value < 0 && value > -1e-12 ? 0 : value;
}

function rounded(cell: string | number | null): string {
  const value = withoutNoise(cell);
  if (value === null) return "–";
  if (typeof value === "string" || Number.isInteger(value)) return String(value);
  return formatStatistic(value);
}

/** Joins a cell of a table into one line, for any text. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ");
}
