import { csvLine } from "../csv-line.ts";

/** The possible values of an export cell. Times are ISO 8601 texts in UTC. */
export type ExportCell = string | number | boolean | null | readonly unknown[] | Readonly<Record<string, unknown>>;

export interface ExportColumn {
  name: string;
  description: string;
  type: "text" | "integer" | "number" | "boolean" | "time" | "json";
  /** The unit of a number: "milliseconds"; absent if it has none. */
  unit?: string;
  /** The possible values, each with its meaning. */
  values?: Record<string, string>;
}

export interface ExportTable {
  name: string;
  description: string;
  columns: ExportColumn[];
  /**
   * Whether cells are protected against spreadsheet formulas even in the plain style, because texts of this table come
   * from users and are pasted between tables.
   */
  isAlwaysGuarded?: boolean;
}

/** A record: the cells by column name. A missing cell counts as null. */
export type ExportRecord = Readonly<Record<string, ExportCell | undefined>>;

export interface CsvStyle {
  /**
   * Whether people open the file in a spreadsheet. If so, it has a byte order mark, CRLF, and an apostrophe before text
   * that the program would run as a formula. Text that begins with apostrophes and a formula character gets another
   * apostrophe, so that removing one restores the text. The plain style, for computation, keeps every text unchanged
   * except in tables that are always guarded.
   */
  forSpreadsheet: boolean;
}

/** Formats the header line of a table, with its line end. */
export function formatCsvHeader(table: ExportTable, style: CsvStyle): string {
  const line = csvLine(table.columns.map(({ name }) => name)) + lineEnd(style);
  return style.forSpreadsheet ? `\uFEFF${line}` : line;
}

/**
 * Formats a record as a CSV line (RFC 4180) with its line end. Null is an empty cell and the empty text is `""`; nested
 * values are JSON.
 */
export function formatCsvRecord(table: ExportTable, record: ExportRecord, style: CsvStyle): string {
  const isGuarded = style.forSpreadsheet || table.isAlwaysGuarded === true;
  return csvLine(table.columns.map((column) => csvCell(record[column.name] ?? null, isGuarded))) + lineEnd(style);
}

/** Formats a record as a line of JSON with its line end. Fields are in the order of the columns. */
export function formatJsonRecord(table: ExportTable, record: ExportRecord): string {
  return `${JSON.stringify(Object.fromEntries(table.columns.map(({ name }) => [name, record[name] ?? null])))}\n`;
}

function csvCell(value: ExportCell, isGuarded: boolean): string | null {
  if (value === null) return null;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return isGuarded && startsFormula.test(text) ? `'${text}` : text;
}

function lineEnd({ forSpreadsheet }: CsvStyle): "\n" | "\r\n" {
  return forSpreadsheet ? "\r\n" : "\n";
}

/**
 * Characters that spreadsheets interpret as the start of a formula (including full-width forms), after any number of
 * apostrophes.
 */
const startsFormula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
