import { formatRange, formatStatistic } from "../../format/figures.ts";
import { statusNotes } from "../plan/result-status.ts";
import { type AnalysisTable, listStatuses, statusColumns, tableAsLatex } from "./analysis-table.ts";
import type { TableStyle } from "./latex-style.ts";

type Cell = string | number | null;

interface PrintedColumn {
  name: string;
  /** Index of the column with the value at the start of a cell; null if the cell has only a range. */
  of: number | null;
  cells: Cell[];
}

/**
 * A table of an analysis as LaTeX for a paper. An estimate and its limits are one cell, "estimate [low, high]"; the best
 * share of a column is bold. Notes below the table state what holds for every row: n, columns with one value and the
 * status; rows of different statuses have it in a column. Empty columns, counts of right answers next to their share, and p next to the corrected p are only in the CSV
 * file. Columns are recognised by their names in that file.
 */
export function printedTableAsLatex(table: AnalysisTable, style: TableStyle = "booktabs"): string {
  const { columns, rows } = table;
  const column = (index: number) => rows.map((row) => row[index] ?? null);
  const indexOf = (...names: string[]) => columns.findIndex((name) => names.includes(name));
  const printedColumns: PrintedColumn[] = [];
  const notes: string[] = [];
  const usedColumns = new Set<number>();
  for (const [index, name] of columns.entries()) {
    const cells = column(index);
    if (usedColumns.has(index) || isOmitted(name, cells, columns)) continue;
    const stem = name.replace(lowEnding, "");
    const isRange = stem !== name;
    const hasBareLimits = columns[index + 1] === "low";
    const low = isRange ? index : hasBareLimits ? index + 1 : indexOf(`${name}_low`, `${name}, low`);
    const high = hasBareLimits ? index + 2 : indexOf(`${stem}_high`, `${stem}, high`, `${stem} high`);
    const n = indexOf(`${name}_n`, `${name}, n`);
    for (const part of [low, high, n]) usedColumns.add(part);
    if (n >= 0 && low >= 0) notes.push(`${headingOf(name)}: n = ${rangeOf(column(n))}`);
    if (low >= 0 && high >= 0) {
      const [lows, highs] = [column(low), column(high)];
      const limits = lows.map((value, row) => limitsOf(value, highs[row] ?? null));
      const texts = limits.map((text, row) => joinValueAndLimits(isRange ? null : (cells[row] ?? null), text));
      printedColumns.push({ name: stem, of: isRange ? null : index, cells: texts });
    } else if (isNote(name)) notes.push(...new Set(cells.filter((cell) => cell !== null).map(String)));
    else if (isConstant(name, cells)) notes.push(`${headingOf(name)}: ${textOf(cells[0]!)}`);
    else printedColumns.push({ name, of: index, cells });
  }
  for (const { name, cells } of statusColumns(table)) {
    const labels = new Set(cells.filter((cell) => cell !== null));
    if (labels.size > 1) printedColumns.push({ name, of: null, cells });
    else if (name !== "status") notes.push(...[...labels].map((label) => `${headingOf(name)}: ${label}`));
  }
  const sentences = [...new Set(notes), ...statusNotes(listStatuses(table))].map((text) => text.replace(/\.?$/, "."));
  const best = printedColumns.map(({ name, of }) => (isShare(name) && of !== null ? highestOf(column(of)) : null));
  return tableAsLatex(
    {
      ...table,
      status: null,
      statusesOf: [],
      columns: printedColumns.map(({ name }) => headingOf(name)),
      rows: rows.map((_, row) => printedColumns.map(({ cells }) => cells[row] ?? null)),
    },
    {
      note: sentences.join(" "),
      style,
      isBold: (row, index) => {
        const valueIndex = printedColumns[index]!.of;
        return best[index] !== null && valueIndex !== null && rows[row]![valueIndex] === best[index];
      },
    },
  );
}

const lowEnding = /(?:_|, | )low$/;

function isOmitted(name: string, cells: readonly Cell[], columns: readonly string[]): boolean {
  const rightMatch = /^(?:(.*)_)?right$/.exec(name);
  const hasShare =
    rightMatch !== null && columns.some((one) => one === `${rightMatch[1]}_low` || one.endsWith("share_low"));
  return (
    cells.every((cell) => cell === null) ||
    name === "p, n" ||
    hasShare ||
    (name === "p" && columns.includes("p_adjusted")) ||
    (name === "p, p" && columns.includes("p, p adjusted"))
  );
}

/** Whether a column has the same number, or the same statistical test, in every row. */
function isConstant(name: string, cells: readonly Cell[]): boolean {
  return cells.length > 1 && new Set(cells).size === 1 && (typeof cells[0] === "number" || name === "test");
}

function isNote(name: string): boolean {
  return /(?:_|, )note$/.test(name);
}

function isShare(name: string): boolean {
  return /^(?:model_)?share$/.test(name);
}

function headingOf(name: string): string {
  return name
    .replace(/^p, p\b/, "p")
    .replace(/^status_/, "status of ")
    .replaceAll("_", " ");
}

function highestOf(cells: readonly Cell[]): number | null {
  const values = cells.filter((cell) => typeof cell === "number");
  return values.length > 1 ? Math.max(...values) : null;
}

function rangeOf(cells: readonly Cell[]): string {
  const values = cells.filter((cell) => typeof cell === "number");
  return values.length === 0 ? "–" : formatRange({ low: Math.min(...values), high: Math.max(...values) });
}

function limitsOf(low: Cell, high: Cell): string {
  return low === null || high === null ? "" : `[${textOf(low)}, ${textOf(high)}]`;
}

function joinValueAndLimits(value: Cell, limits: string): string | null {
  const parts = [value === null ? "" : textOf(value), limits].filter((part) => part !== "");
  return parts.length === 0 ? null : parts.join(" ");
}

function textOf(cell: Cell): string {
  return typeof cell === "number" && !Number.isInteger(cell) ? formatStatistic(cell) : String(cell ?? "–");
}
