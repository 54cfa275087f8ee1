import { CsvError, parse } from "csv-parse/sync";
import { parseTableHead } from "../cell-mark.ts";

/** Thrown if a whole table is rejected. The message is the end of a sentence ("it ends inside a quoted cell"). */
export class TableError extends Error {}

/** A row as cells, or the reason why it is invalid. `line` is the line of the file, from 1, on which the row ends. */
export type TableRecord =
  | { line: number; cells: string[]; problem: null }
  | { line: number; cells: null; problem: string; given: string[] };

export interface TableOptions {
  /** The delimiter of the cells; null to detect it from the first line. */
  delimiter?: string | null;
  /** Detects tables without a header from their first line: returns the delimiter, or null for other tables. */
  isHeaderless?: (firstLine: string) => string | null;
  /**
   * Maximum number of characters in a row, so that an unclosed quotation mark does not load a whole file into memory.
   */
  maxRecordLength?: number;
}

const maxRecordLength = 8 * 1024 * 1024;
/** Amount of text parsed per step, which takes a few milliseconds. */
const pieceLength = 16 * 1024;
/** Maximum length of a header. */
const maxHeaderLength = 1024 * 1024;

/**
 * Reads a table in chunks of text: CSV or TSV (RFC 4180), with any line ends, with or without a line `sep=`. Empty
 * lines and rows of empty cells are skipped. A quotation mark inside an unquoted cell is literal. A duplicate column
 * name rejects the table, because one of the columns would be lost. A row with more or fewer cells than the header is
 * reported at its position. This is the only module that parses CSV.
 */
export class CsvReader {
  /** The names of the columns: null before they are read, empty for a table without a header. */
  header: string[] | null = null;
  private text = "";
  private delimiter: string | null;
  private linesBefore = 0;
  private wanted = 0;

  constructor(private readonly options: TableOptions = {}) {
    this.delimiter = null;
  }

  /** The rows completed by a further chunk of text. */
  *push(piece: string): Generator<TableRecord> {
    for (let start = 0; start < piece.length; start += pieceLength) {
      this.text += piece.slice(start, start + pieceLength);
      // A high surrogate is kept until its low surrogate arrives in the next chunk.
      if (this.text.length >= this.wanted && !/[\ud800-\udbff]$/.test(this.text)) yield* this.take(false);
    }
  }

  /** The rows of the remaining text at the end. */
  *end(): Generator<TableRecord> {
    yield* this.take(true);
    if (this.header === null) throw new TableError("it is empty");
  }

  private *take(isEnd: boolean): Generator<TableRecord> {
    if (this.delimiter === null && !this.begin(isEnd)) return;
    const bytes = new TextEncoder().encode(this.text);
    const { records, isOpen } = this.parsed(isEnd);
    // The last record may continue in the next chunk.
    if (!isEnd && !isOpen) records.pop();
    const base = this.linesBefore;
    const consumed = isEnd ? bytes.length : (records.at(-1)?.info.bytes ?? 0);
    const rest = new TextDecoder().decode(bytes.subarray(consumed));
    this.linesBefore += (this.text.slice(0, this.text.length - rest.length).match(/\r\n|\n|\r/gu) ?? []).length;
    this.text = rest;
    const maxLength = this.options.maxRecordLength ?? maxRecordLength;
    this.wanted = consumed > 0 ? 0 : Math.min(2 * rest.length, maxLength + 1);
    if (rest.length > maxLength)
      throw new TableError(`it has a row of more than ${maxLength} characters from line ${this.linesBefore + 1}`);
    for (const { record, info } of records) {
      const row = this.row(record, base + info.lines);
      if (row !== null) yield row;
    }
  }

  /** Reads the beginning of the table; returns false while it is incomplete. */
  private begin(isEnd: boolean): boolean {
    const lines = (this.text.match(/\r\n|\n|\r(?!$)/gu) ?? []).length;
    const wantedLines = /^"?sep=/iu.test(this.text) ? 2 : 1;
    if (!isEnd && lines < wantedLines && this.text.length < maxHeaderLength) return false;
    const head = parseTableHead(this.text);
    const headerless = this.options.isHeaderless?.(head.header) ?? null;
    this.delimiter = headerless ?? (head.isSeparatorDeclared ? head.mark : (this.options.delimiter ?? head.mark));
    if (headerless !== null) this.header = [];
    if (!head.isSeparatorDeclared) return true;
    this.linesBefore = 1;
    this.text = this.text.replace(/^[^\r\n]*(?:\r\n|\n|\r|$)/u, "");
    return true;
  }

  private parsed(isEnd: boolean): { records: ParsedRecord[]; isOpen: boolean } {
    const records: ParsedRecord[] = [];
    try {
      parse(this.text, {
        delimiter: this.delimiter ?? ",",
        record_delimiter: ["\r\n", "\n", "\r"],
        info: true,
        relax_column_count: true,
        relax_quotes: true,
        skip_empty_lines: true,
        // Spreadsheets write empty rows.
        skip_records_with_empty_values: true,
        on_record: (parsed: unknown) => {
          records.push(parsed as ParsedRecord);
          return null;
        },
      });
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      if (error.code !== "CSV_QUOTE_NOT_CLOSED")
        throw new TableError(`it is not a table: line ${this.linesBefore + Number(error.lines ?? 1)} cannot be read`);
      if (isEnd) throw new TableError("it ends inside a quoted cell");
      return { records, isOpen: true };
    }
    return { records, isOpen: false };
  }

  private row(cells: string[], line: number): TableRecord | null {
    if (this.header === null) {
      this.header = columnNames(cells);
      return null;
    }
    const expected = this.header.length;
    if (expected === 0 || cells.length === expected) return { line, cells, problem: null };
    return { line, cells: null, given: cells, problem: `has ${cells.length} cells and not ${expected}` };
  }
}

interface ParsedRecord {
  record: string[];
  info: { bytes: number; lines: number };
}

/** The names of the columns without surrounding spaces. Throws TableError for a duplicate name. */
export function columnNames(cells: readonly string[]): string[] {
  const names = cells.map((name) => name.trim());
  const firstOf = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const first = firstOf.get(name);
    if (name !== "" && first !== undefined)
      throw new TableError(`it has two columns named “${name}” (${first + 1} and ${index + 1}); rename one`);
    firstOf.set(name, index);
  }
  return names;
}

/** All rows of a small table without a header, such as a text that a user typed. */
export function readCsvText(text: string): TableRecord[] {
  if (text.trim() === "") return [];
  const reader = new CsvReader({ isHeaderless: (firstLine) => parseTableHead(firstLine).mark });
  return [...reader.push(text.replace(/^\uFEFF/u, "")), ...reader.end()];
}
