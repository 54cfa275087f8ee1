import { csvLine } from "../../csv-line.ts";
import { escapeLatex } from "../../format/escape.ts";
import { formatStatistic } from "../../format/figures.ts";
import { type ResultStatus, statusLabel, statusNotes } from "../plan/result-status.ts";
import { latexNotes, styleCaption, type TableStyle } from "./latex-style.ts";

/** A table of a report: the same cells as CSV, JSON lines, Markdown and LaTeX. */
export interface AnalysisTable {
  /** File name without ending. */
  name: string;
  caption: string;
  columns: readonly string[];
  /** A missing value is null: an empty CSV field, a dash elsewhere. */
  rows: readonly (readonly (string | number | null)[])[];
  /** The status of the whole table, or of each row; null for a table without results of a study. */
  status: ResultStatus | readonly ResultStatus[] | null;
  /** The statuses of a second test in each row, which can differ from that of the row; null where it was not carried out. */
  statusesOf?: readonly { test: string; statuses: readonly (ResultStatus | null)[] }[];
}

/** The columns with the status of each row, the last one being that of its main test. No option of a file omits them. */
export function statusColumns({
  rows,
  status,
  statusesOf = [],
}: AnalysisTable): { name: string; cells: (string | null)[] }[] {
  if (status === null) return [];
  const labelOf = (one: ResultStatus | null) => one && statusLabel(one);
  return [
    ...statusesOf.map(({ test, statuses }) => ({ name: `status_${test}`, cells: statuses.map(labelOf) })),
    { name: "status", cells: rows.map((_, row) => statusLabel("kind" in status ? status : status[row]!)) },
  ];
}

/** The statuses of the rows, one for each row that has its own. */
export function listStatuses({ status }: AnalysisTable): readonly ResultStatus[] {
  return status === null ? [] : "kind" in status ? [status] : status;
}

/** The table with last columns that name the status of each row. */
function addStatusColumns(table: AnalysisTable): Pick<AnalysisTable, "columns" | "rows"> {
  const added = statusColumns(table);
  return {
    columns: [...table.columns, ...added.map(({ name }) => name)],
    rows: table.rows.map((row, index) => [...row, ...added.map(({ cells }) => cells[index]!)]),
  };
}

/** The status of a table for its caption; empty if it has none. */
function noteOf(table: AnalysisTable): string {
  return statusNotes(listStatuses(table)).join(" ");
}

/** The table as CSV (RFC 4180), with numbers in full precision; a missing value is empty. */
export function tableAsCsv(table: AnalysisTable): string {
  const { columns, rows } = addStatusColumns(table);
  return [columns, ...rows.map((row) => row.map(removeNoise))].map((row) => `${csvLine(row)}\r\n`).join("");
}

/** The header and the rows of a workbook's sheet, numbers in full precision. */
export function workbookRows(table: AnalysisTable): (string | number | null)[][] {
  const { columns, rows } = addStatusColumns(table);
  return [[...columns], ...rows.map((row) => row.map(removeNoise))];
}

/**
 * One JSON object per row, with numbers in full precision; a missing value is null. A repeated column name gets a
 * number.
 */
export function tableAsJsonLines(table: AnalysisTable): string {
  const { columns, rows } = addStatusColumns(table);
  const names = columns.map((name, index) => {
    const repetitions = columns.slice(0, index).filter((one) => one === name).length;
    return repetitions === 0 ? name : `${name} (${repetitions + 1})`;
  });
  return rows
    .map(
      (row) =>
        `${JSON.stringify(Object.fromEntries(names.map((name, index) => [name, removeNoise(row[index] ?? null)])))}\n`,
    )
    .join("");
}

/** A Markdown table with rounded numbers. */
export function tableAsMarkdown(table: AnalysisTable): string {
  const { caption, columns, rows } = { ...table, ...addStatusColumns(table) };
  const note = noteOf(table);
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => toOneLine(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  const body = rows.map((row) => line(row.map(formatRounded)));
  const captionEnd = note === "" ? "" : `${/[.!?]$/u.test(caption) ? "" : "."} ${note}`;
  return `${caption}${captionEnd}\n\n${[line(columns), line(columns.map(() => "---")), ...body].join("\n")}\n`;
}

/**
 * A LaTeX table for the booktabs package, with rounded numbers.
 *
 * @param note an explanation of the cells, printed once below the table
 * @param isBold whether a cell is printed in bold, by row and column
 */
export function tableAsLatex(
  table: AnalysisTable,
  {
    note = "",
    isBold = () => false,
    style = "booktabs",
  }: { note?: string; isBold?: (row: number, column: number) => boolean; style?: TableStyle } = {},
): string {
  const { name, caption } = table;
  const { columns, rows } = addStatusColumns(table);
  const notes = [note, noteOf(table)].filter((text) => text !== "");
  const latex = (cell: string) => escapeLatex(toOneLine(cell));
  const line = (cells: readonly string[]) => `${cells.join(" & ")} \\\\`;
  return [
    "\\begin{table}",
    "  \\centering",
    `  \\caption{${styleCaption(escapeLatex(toOneLine(caption)), style)}}`,
    `  \\label{tab:${name}}`,
    `  \\begin{tabular}{${columns.map((_, index) => (index === 0 ? "l" : "r")).join("")}}`,
    "    \\toprule",
    `    ${line(columns.map(latex))}`,
    "    \\midrule",
    ...rows.map((row, index) => {
      const cells = row.map(formatRounded).map(latex);
      return `    ${line(cells.map((cell, column) => (isBold(index, column) ? `\\textbf{${cell}}` : cell)))}`;
    }),
    "    \\bottomrule",
    "  \\end{tabular}",
    ...latexNotes(notes.map(latex), style),
    "\\end{table}",
    "",
  ].join("\n");
}

/** Differences of equal floating-point numbers, such as -2.2e-16, count as zero. p-values are never negative. */
function removeNoise(value: string | number | null): string | number | null {
  return typeof value === "number" && value < 0 && value > -1e-12 ? 0 : value;
}

function formatRounded(cell: string | number | null): string {
  const value = removeNoise(cell);
  if (value === null) return "–";
  if (typeof value === "string" || Number.isInteger(value)) return String(value);
  return formatStatistic(value);
}

/** Joins a cell of a table into one line, for any text. */
function toOneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ");
}
