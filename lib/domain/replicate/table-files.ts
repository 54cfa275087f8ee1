import { formatNumber, formatStatistic } from "../format/figures.ts";
import { type AnalysisTable, tableAsCsv, tableAsLatex, tableAsMarkdown } from "../results/analysis/analysis-table.ts";
import { type ResultStatus, statusLabel, statusNotes } from "../results/plan/result-status.ts";
import { figureAsSvg } from "./figure-svg.ts";
import type { MissingPart } from "./observation.ts";
import {
  listExplainedValues,
  missingWithLabels,
  nameOfTable,
  noPeopleYet,
  type PaperCell,
  type PaperTable,
  type Replication,
  statusOfRow,
  type ValueUnit,
} from "./paper-table.ts";
import { createReport } from "./report.ts";

/** A file of a replication. */
export interface ReplicationFile {
  name: string;
  content: string;
}

/**
 * Every table as CSV, Markdown and LaTeX, with the printed values and the computed values with interval and n; every
 * figure as SVG; `replication.md` with all of them, and `report.json`.
 */
export function replicationFiles(replication: Replication): ReplicationFile[] {
  return [
    { name: "report.json", content: `${JSON.stringify(createReport(replication), null, 1)}\n` },
    { name: "replication.md", content: replicationAsMarkdown(replication) },
    ...replication.tables.flatMap((table) => paperTableFiles(table, replication.peopleStatus)),
  ];
}

/**
 * A table as CSV, Markdown and LaTeX, and its figure as SVG, each with the status of the rows.
 *
 * @param people the status of people’s answers
 */
export function paperTableFiles(table: PaperTable, people: ResultStatus): ReplicationFile[] {
  const name = fileNameOf(table);
  return [
    { name: `${name}.csv`, content: tableAsCsv(fullTable(table, people)) },
    { name: `${name}.md`, content: tableAsMarkdown(buildReaderTable(table, notationOf(table), people)) },
    { name: `${name}.tex`, content: paperTableAsLatex(table, people) },
    ...(table.figure ? [{ name: `${name}.svg`, content: figureAsSvg(table, table.figure, people) }] : []),
  ];
}

/** A table's name in file names: "table-2", "figure-3". */
export function fileNameOf({ table }: Pick<PaperTable, "table">): string {
  return /^\d/.test(table) ? `table-${table}` : table;
}

/** All numbers of a table in full precision: printed, computed, limits and n in separate columns. */
function fullTable({ table, title, head, columns, rows }: PaperTable, people: ResultStatus): AnalysisTable {
  return {
    name: table,
    caption: title,
    status: rows.map((row) => statusOfRow(row, people)),
    columns: [
      head,
      ...columns.flatMap(({ name }) => [`${name} printed`, `${name} ours`, `${name} low`, `${name} high`, `${name} n`]),
    ],
    rows: rows.map(({ row, cells }) => [
      row,
      ...cells.flatMap(({ printed, ours, interval, n, why }) => [
        printed,
        ours ?? (why === noPeopleYet ? noPeopleYet : null),
        interval?.[0] ?? null,
        interval?.[1] ?? null,
        n,
      ]),
    ]),
  };
}

/** The meaning of a cell. */
function notationOf({ rows }: PaperTable): string {
  const hasPrinted = rows.some(({ cells }) => cells.some(({ printed }) => printed !== null));
  return hasPrinted ? "Ours [95% interval], then the printed value after a slash." : "Estimate [95% interval].";
}

/**
 * The table as LaTeX with the paper's columns: a note below it explains the cells and states the status, and our best
 * value is bold in each column that has one. If the rows differ in status, each row names its own.
 */
function paperTableAsLatex(table: PaperTable, people: ResultStatus): string {
  const bestValues = table.columns.map(({ hasBest = table.unit === "share" }, column) => {
    const values = table.rows.flatMap(({ cells }) => cells[column]?.ours ?? []);
    return hasBest && values.length > 1 ? Math.max(...values) : null;
  });
  const isBold = (row: number, column: number) => {
    const bestValue = bestValues[column - 1];
    return typeof bestValue === "number" && table.rows[row]?.cells[column - 1]?.ours === bestValue;
  };
  const statuses = table.rows.map((row) => statusOfRow(row, people));
  const hasOwnStatuses = new Set(statuses.map(statusLabel)).size > 1;
  const readerTable = buildReaderTable(table, "", people);
  const rows = readerTable.rows.map(([name, ...cells], row) => [
    hasOwnStatuses ? `${name} (${statusLabel(statuses[row]!)})` : (name ?? null),
    ...cells,
  ]);
  const note = [notationOf(table), ...statusNotes(statuses)].join(" ");
  return tableAsLatex({ ...readerTable, rows, status: null }, { note, isBold });
}

/** A table for readers: one cell "ours [low, high] / printed" for each value. */
function buildReaderTable(
  { table, title, head, columns, rows, unit }: PaperTable,
  note: string,
  people: ResultStatus,
): AnalysisTable {
  return {
    name: table,
    caption: `${nameOfTable(table)}. ${title}.${note && ` ${note}`}`,
    status: rows.map((row) => statusOfRow(row, people)),
    columns: [head, ...columns.map(({ label }) => label)],
    rows: rows.map(({ row, cells }) => [row, ...cells.map((cell) => cellText(cell, unit))]),
  };
}

/**
 * A cell as text, such as "0.61 [0.52, 0.70]
 * 0.59"; a missing value is a dash.
 */
export function cellText({ printed, ours, interval, why }: PaperCell, unit: ValueUnit): string {
  const formatValue = (value: number) => numberText(value, unit);
  const limits = interval === null ? "" : ` [${formatValue(interval[0])}, ${formatValue(interval[1])}]`;
  const measuredText = ours === null ? (why === noPeopleYet ? noPeopleYet : "–") : `${formatValue(ours)}${limits}`;
  if (printed === null) return measuredText;
  return `${measuredText} / ${typeof printed === "number" ? formatValue(printed) : printed}`;
}

/** A share with two decimals, as in the papers; another number as an integer, or below 0.1 as a statistic. */
export function numberText(value: number, unit: ValueUnit): string {
  if (unit === "number" && Number.isInteger(value)) return String(value);
  return unit === "number" && Math.abs(value) < 0.1 ? formatStatistic(value) : formatNumber(value, 2);
}

function replicationAsMarkdown(replication: Replication): string {
  const { title, tables, notes, peopleStatus } = replication;
  const list = (lines: readonly string[]) => `${lines.map((line) => `- ${line}`).join("\n")}\n`;
  const section = (heading: string, parts: readonly MissingPart[]) =>
    parts.length === 0 ? [] : [`## ${heading}\n`, list(parts.map(({ what, why }) => `${what}: ${why}`))];
  return [
    `# ${title}\n`,
    list(notes),
    ...tables.map(
      (table) =>
        `## ${nameOfTable(table.table)}\n\n${tableAsMarkdown(buildReaderTable(table, notationOf(table), peopleStatus))}`,
    ),
    ...section("Missing", missingWithLabels(replication)),
    ...section(
      "Intentionally not computed",
      tables.flatMap((table) => listExplainedValues(table, "label")),
    ),
  ].join("\n");
}
