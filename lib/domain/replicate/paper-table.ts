import { capitalize } from "../format/capitalize.ts";
import { groupBy } from "../group-by.ts";
import { notTestedReason } from "../results/interim/without-conclusions.ts";
import { exploratory, type ResultStatus } from "../results/plan/result-status.ts";
import type { MeasuredValue } from "./measure.ts";
import { missingValue } from "./measure.ts";
import type { MissingPart, ReplicatedSubject } from "./observation.ts";

/** A printed value: a number if the paper prints one (shares between 0 and 1), otherwise its text, such as "<.001". */
export type Printed = number | string | null;

/** One value of a table: the printed and the computed one. */
export interface PaperCell extends MeasuredValue {
  printed: Printed;
}

/** A row with one cell for each column of its table. */
export interface PaperRow {
  row: string;
  cells: readonly PaperCell[];
  /** Whether a value of the row is computed from people’s answers. */
  hasPeople: boolean;
  /** True for a row that the paper’s table does not have. A cell without a value is then explained, not missing. */
  isAdded?: true;
}

/** The number format of a table in files for readers. */
export type ValueUnit = "share" | "number";

/** A column of a table. */
export interface PaperColumn {
  name: string;
  label: string;
  /** True for a column with p values or test statistics. */
  isTest?: true;
  /** Whether the highest of our values is printed in bold; by default only in tables of shares. */
  hasBest?: boolean;
}

/** A table of a paper, or the numbers behind one of its figures. */
export interface PaperTable {
  /** The paper's number: "2", "figure-3", "text". */
  table: string;
  title: string;
  /** Description of the rows. */
  head: string;
  columns: readonly PaperColumn[];
  rows: readonly PaperRow[];
  unit: ValueUnit;
  /** The figure that is drawn from the table; null for a table without a figure. */
  figure: PaperFigure | null;
}

/** How a table is drawn: one line per row over the named columns, with the axis titles; differences as points. */
export interface PaperFigure {
  columns: readonly string[];
  across: string;
  up: string;
  isDifference?: boolean;
}

/** A paper's tables with computed and printed values. */
export interface PaperTables {
  paper: string;
  title: string;
  tables: readonly PaperTable[];
  /** Notes on how the numbers were computed, and on numbers that the paper does not print. */
  notes: readonly string[];
}

/** A paper's tables, and the parts that are missing. */
export interface Replication extends PaperTables {
  missing: readonly MissingPart[];
  /** The status of people’s answers when the tables were computed. */
  peopleStatus: ResultStatus;
}

/**
 * The status of a row. Never confirmatory: the tests of a paper are not those of a study’s own frozen plan.
 *
 * @param people the status of people’s answers
 */
export function statusOfRow({ hasPeople }: PaperRow, people: ResultStatus): ResultStatus {
  return hasPeople ? people : exploratory;
}

/** A table under the status of people’s answers: interim answers are not tested. */
export function limitTableToStatus(table: PaperTable, people: ResultStatus): PaperTable {
  if (people.kind !== "interim" || !table.columns.some(({ isTest }) => isTest)) return table;
  const limitCell = (cell: PaperCell, index: number): PaperCell =>
    cell.ours !== null && table.columns[index]?.isTest
      ? { ...missingValue(notTestedReason), printed: cell.printed }
      : cell;
  return {
    ...table,
    rows: table.rows.map((row) => (row.hasPeople ? { ...row, cells: row.cells.map(limitCell) } : row)),
  };
}

/** A row as printed in the paper. */
export interface PrintedRow {
  row: string;
  isPeople: boolean;
  printed: Readonly<Record<string, Printed>>;
}

export const noPeopleYet = "no people yet";
const noSuchModel = "no endpoint or log has a model with this name";

/**
 * The rows of a table in the order of the paper, followed by rows for subjects that are not in the paper. A printed row
 * gets the subject with the same name: the row of people gets people, and models are matched by the letters and digits
 * of their names.
 *
 * @param measure the value of a subject in each column
 */
export function tableRows(
  columns: readonly { name: string }[],
  printedRows: readonly PrintedRow[],
  subjects: readonly ReplicatedSubject[],
  measure: (subject: ReplicatedSubject, column: string) => MeasuredValue,
): PaperRow[] {
  const matchedSubjects = new Set<ReplicatedSubject>();
  const findSubject = ({ row, isPeople }: PrintedRow) =>
    subjects.find(
      (one) => !matchedSubjects.has(one) && one.isPeople === isPeople && (isPeople || isSameName(one.name, row)),
    );
  const paperRows = printedRows.map((one): PaperRow => {
    const subject = findSubject(one);
    if (subject) matchedSubjects.add(subject);
    const absentValue = missingValue(one.isPeople ? noPeopleYet : noSuchModel);
    return {
      row: one.row,
      hasPeople: subject?.isPeople ?? false,
      cells: columns.map(({ name }) => ({
        ...(subject ? measure(subject, name) : absentValue),
        printed: one.printed[name] ?? null,
      })),
    };
  });
  const addedRows = subjects
    .filter((one) => !matchedSubjects.has(one))
    .map(
      (subject): PaperRow => ({
        row: subject.name,
        hasPeople: subject.isPeople,
        cells: columns.map(({ name }) => ({ ...measure(subject, name), printed: null })),
        ...(paperRows.length > 0 ? { isAdded: true as const } : {}),
      }),
    );
  return [...paperRows, ...addedRows];
}

/** Whether two model names are equal except for case, spaces and punctuation. */
export function isSameName(left: string, right: string): boolean {
  return normalizeName(left) === normalizeName(right);
}

function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** The content of a cell in a report: its value, that it is missing, why it has no value, or nothing. */
export type CellReport = "value" | "missing" | "explained" | "nothing";

/**
 * The content of a cell in a report. A cell without a value is missing, even if the paper prints none. A cell without a
 * printed value is empty if it has no meaning or if its row has no subject. If no data can give the value, or the
 * paper's table does not have the row, only the reason is shown.
 */
export function decideCellReport({ isAdded }: PaperRow, { ours, why, printed, isOutside }: PaperCell): CellReport {
  if (ours !== null) return "value";
  if (printed === null && (why === null || why === noSuchModel || why === noPeopleYet)) return "nothing";
  return isOutside || isAdded ? "explained" : "missing";
}

/**
 * How an entry names columns: by the names of report.json, or by the headings of the table, for pages.
 */
type ColumnNaming = "name" | "label";

/** The missing values of a table: one entry for each row and reason, with the columns. */
export function listMissingValues(table: PaperTable, by: ColumnNaming = "name"): MissingPart[] {
  return listParts(table, "missing", by);
}

/**
 * The values of a table that are neither computed nor missing: one entry for each row and reason, with the columns.
 */
export function listExplainedValues(table: PaperTable, by: ColumnNaming = "name"): MissingPart[] {
  return listParts(table, "explained", by);
}

/** The missing parts of a replication, with columns named as in the headings of its tables. */
export function missingWithLabels({ tables, missing }: Replication): MissingPart[] {
  const key = ({ what, why }: MissingPart) => JSON.stringify([what, why]);
  const tablePartKeys = new Set(tables.flatMap((table) => listMissingValues(table)).map(key));
  return [
    ...missing.filter((part) => !tablePartKeys.has(key(part))),
    ...tables.flatMap((table) => listMissingValues(table, "label")),
  ];
}

function listParts({ table, columns, rows }: PaperTable, wanted: CellReport, by: ColumnNaming): MissingPart[] {
  return rows.flatMap((row) => {
    const matchingCells = row.cells.flatMap((cell, index) =>
      decideCellReport(row, cell) === wanted ? [{ column: columns[index]![by], why: cell.why ?? "not computed" }] : [],
    );
    return [...groupBy(matchingCells, ({ why }) => why)].map(([why, some]) => ({
      what: `${nameOfTable(table)}, ${row.row}: ${some.map(({ column }) => column).join(", ")}`,
      why,
    }));
  });
}

/** "Table 2", "Figure 3", "Section 4.1 (mcnemar)" for values in the text of a section, "Text". */
export function nameOfTable(table: string): string {
  const [, figure] = /^figure-(.+)$/.exec(table) ?? [];
  if (figure !== undefined) return `Figure ${figure}`;
  const [, section, part] = /^((?:\d+|[A-Z])(?:\.\d+)+)(?:-(.+))?$/.exec(table) ?? [];
  if (section !== undefined) return `Section ${section}${part === undefined ? "" : ` (${part.replaceAll("-", " ")})`}`;
  return /^\d/.test(table) ? `Table ${table}` : capitalize(table);
}
