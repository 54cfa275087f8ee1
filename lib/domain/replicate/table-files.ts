import { formatNumber } from "../format/figures.ts";
import { type AnalysisTable, tableAsCsv, tableAsLatex, tableAsMarkdown } from "../results/analysis/analysis-table.ts";
import { figureAsSvg } from "./figure-svg.ts";
import {
  nameOfTable,
  noPeopleYet,
  type PaperCell,
  type PaperTable,
  type Replication,
  type ValueUnit,
} from "./paper-table.ts";
import { reportOf } from "./report.ts";

/** A file of a replication. */
export interface ReplicationFile {
  name: string;
  content: string;
}

/**
 * Every table as CSV, Markdown and LaTeX with the printed value beside ours, its interval and its n; every figure as SVG;
 * `replication.md` with all of it, and `report.json`.
 */
export function replicationFiles(replication: Replication): ReplicationFile[] {
  const files = replication.tables.flatMap((table): ReplicationFile[] => {
    const name = fileNameOf(table);
    const shown = shownTable(table);
    return [
      { name: `${name}.csv`, content: tableAsCsv(fullTable(table)) },
      { name: `${name}.md`, content: tableAsMarkdown(shown) },
      { name: `${name}.tex`, content: tableAsLatex(shown) },
      ...(table.figure ? [{ name: `${name}.svg`, content: figureAsSvg(table, table.figure) }] : []),
    ];
  });
  return [
    { name: "report.json", content: `${JSON.stringify(reportOf(replication), null, 1)}\n` },
    { name: "replication.md", content: replicationAsMarkdown(replication) },
    ...files,
  ];
}

/** A table's name in file names: "table-2", "figure-3". */
export function fileNameOf({ table }: Pick<PaperTable, "table">): string {
  return /^\d/.test(table) ? `table-${table}` : table;
}

/** All numbers of a table in full precision: printed, computed, limits and n in separate columns. */
function fullTable({ table, title, head, columns, rows }: PaperTable): AnalysisTable {
  return {
    name: table,
    caption: title,
    status: null,
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

/** A table for readers: one cell "ours [low, high]; printed 0.59" for each value. */
function shownTable({ table, title, head, columns, rows, unit }: PaperTable): AnalysisTable {
  return {
    name: table,
    caption: `${nameOfTable(table)}. ${title}. Ours [95% interval], then the printed value after a slash.`,
    status: null,
    columns: [head, ...columns.map(({ label }) => label)],
    rows: rows.map(({ row, cells }) => [row, ...cells.map((cell) => cellText(cell, unit))]),
  };
}

/** "0.61 [0.52, 0.70] / 0.59"; a dash for a side without a value. */
export function cellText({ printed, ours, interval, why }: PaperCell, unit: ValueUnit): string {
  const number = (value: number) => numberText(value, unit);
  const limits = interval === null ? "" : ` [${number(interval[0])}, ${number(interval[1])}]`;
  const measured = ours === null ? (why === noPeopleYet ? noPeopleYet : "–") : `${number(ours)}${limits}`;
  if (printed === null) return measured;
  return `${measured} / ${typeof printed === "number" ? number(printed) : printed}`;
}

/** A share with two decimals, as in the papers; another number with as many as needed. */
export function numberText(value: number, unit: ValueUnit): string {
  return unit === "share" || !Number.isInteger(value) ? formatNumber(value, 2) : String(value);
}

function replicationAsMarkdown(replication: Replication): string {
  const { title, tables, missing, notes } = replication;
  const list = (lines: readonly string[]) => `${lines.map((line) => `- ${line}`).join("\n")}\n`;
  return [
    `# ${title}\n`,
    list(notes),
    ...tables.map((table) => `## ${nameOfTable(table.table)}\n\n${tableAsMarkdown(shownTable(table))}`),
    ...(missing.length === 0 ? [] : ["## Missing\n", list(missing.map(({ what, why }) => `${what}: ${why}`))]),
  ].join("\n");
}
