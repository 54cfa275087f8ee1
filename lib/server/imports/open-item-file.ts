import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { ItemFormat, ItemRecord } from "@/lib/domain/interchange/item-files/item-record.ts";
import { isBigTom, readBigTom } from "@/lib/domain/interchange/item-files/read-bigtom.ts";
import { eobItemReader, isEobResults } from "@/lib/domain/interchange/item-files/read-eob-results.ts";
import { isHiTom, readHiTom } from "@/lib/domain/interchange/item-files/read-hi-tom.ts";
import { matchColumns, readItemTableRow } from "@/lib/domain/interchange/item-files/read-item-table.ts";
import { isMindgames, readMindgames } from "@/lib/domain/interchange/item-files/read-mindgames.ts";
import { isSimpleTom, readSimpleTom } from "@/lib/domain/interchange/item-files/read-simpletom.ts";
import { isTomBench, readTomBench, type TomBenchLanguage } from "@/lib/domain/interchange/item-files/read-tombench.ts";
import { isObject, type LogObject, UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { parsePythonJson } from "@/lib/domain/interchange/model-logs/parse-json.ts";
import { TableError } from "@/lib/domain/tables/read-csv.ts";
import { firstBytes, refuseOtherContent } from "../interchange/model-logs/open-log.ts";
import { readDocument } from "../interchange/model-logs/read-document.ts";
import { type ImportSource, importSource, type TextLine } from "../items/import-lines.ts";
import { inTurns } from "../platform/files/in-turns.ts";
import { isWorkbook, type OpenedTable, openTable } from "../platform/tables/open-table.ts";
import { isRelease, openRelease } from "./open-release.ts";

/** What the user states about an imported item file. */
export interface ItemFileSettings {
  fileName: string;
  /** The column of a table for each part of an item; missing ones are found by their usual names. */
  columns: Readonly<Record<string, string>>;
  /** The kind of the items of a table without a column for it; null to detect it from the rows. */
  kind: string | null;
  /** For ToMBench, whose rows are bilingual. */
  language: TomBenchLanguage;
}

/**
 * Opens an item file: our own format, a table, or another benchmark's format, detected by content. Lines are the
 * records of the file, so that reports name them. Throws an UnusableLogError for a file that cannot be trusted.
 */
export async function openItemFile(
  path: string,
  settings: ItemFileSettings,
): Promise<{ format: ItemFormat; source: ImportSource }> {
  if (await isRelease(path, settings.fileName))
    return { format: "kste", source: await openRelease(path, settings.fileName) };
  const start = await firstBytes(path, 4_096);
  if (start.length === 0) throw new UnusableLogError("it is empty");
  if (!isWorkbook(start)) refuseOtherContent(start);
  const text = start
    .toString("utf8")
    .replace(/^\uFEFF/u, "")
    .trimStart();
  const isJson = text.startsWith("{") || text.startsWith("[");
  const ours = () => ({ format: "parallax" as const, source: importSource(settings.fileName, createReadStream(path)) });
  const opened = isJson ? await openJson(path, settings) : await openItemTable(path, settings);
  if (opened === null) return ours();
  const sha256 = createHash("sha256");
  for await (const piece of createReadStream(path)) sha256.update(piece);
  const hash = sha256.digest("hex");
  const source = { fileName: settings.fileName, lines: linesOf(opened.records), sha256: () => hash };
  return { format: opened.format, source };
}

interface Opened {
  format: ItemFormat;
  records: AsyncIterable<ItemRecord> | Iterable<ItemRecord>;
}

async function* linesOf(records: Opened["records"]): AsyncGenerator<TextLine> {
  for await (const record of inTurns(records))
    yield "rejected" in record ? { refused: record.rejected } : JSON.stringify(record.row);
}

/** Null for our own format. */
async function openJson(path: string, { language }: ItemFileSettings): Promise<Opened | null> {
  const [first] = await firstRecords(path);
  const isLines = first !== undefined && !("data" in first);
  if (isLines && "kind" in first && "story" in first) return null;
  if (isLines && "schema" in first && "fields" in first) return null;
  if (isLines && formatOf(first) === null) return null;
  const records = isLines ? parsedLines(path) : await documentRecords(path);
  const known = isLines ? first : (records as LogObject[])[0];
  const format = known === undefined ? null : formatOf(known);
  if (format === null)
    throw new UnusableLogError("it is JSON of no item format that is known; write it as our JSON lines or as a table");
  return { format, records: read(records, format, language) };
}

/** The first line, if it is a complete JSON object. */
async function firstRecords(path: string): Promise<LogObject[]> {
  for await (const line of importSource("", createReadStream(path)).lines) {
    if (typeof line === "string" && line.trim() === "") continue;
    const value = typeof line === "string" ? tryParse(line) : undefined;
    return isObject(value) ? [value] : [];
  }
  return [];
}

async function* parsedLines(path: string): AsyncGenerator<LogObject | { rejected: string }> {
  for await (const line of importSource("", createReadStream(path)).lines) {
    if (typeof line !== "string") yield { rejected: line.refused };
    else if (line.trim() !== "") {
      const value = tryParse(line);
      yield isObject(value) ? value : { rejected: "is not a JSON object" };
    }
  }
}

async function documentRecords(path: string): Promise<LogObject[]> {
  const document = tryParse(await readDocument(path));
  if (document === undefined) throw new UnusableLogError("it is not JSON, or it breaks off");
  const values = isObject(document) && Array.isArray(document.data) ? document.data : document;
  if (!Array.isArray(values) || !isObject(values[0])) throw new UnusableLogError("it is JSON, but no list of items");
  return values.map((value) => (isObject(value) ? value : {}));
}

function formatOf(record: LogObject): Exclude<ItemFormat, "parallax" | "csv" | "bigtom" | "eob-csv" | "kste"> | null {
  if (isMindgames(record)) return "mindgames";
  if (isSimpleTom(record)) return "simpletom";
  if (isHiTom(record)) return "hi-tom";
  return isTomBench(record) ? "tombench" : null;
}

async function* read(
  records: AsyncIterable<LogObject> | Iterable<LogObject>,
  format: NonNullable<ReturnType<typeof formatOf>>,
  language: TomBenchLanguage,
): AsyncGenerator<ItemRecord> {
  for await (const record of records) {
    if (typeof record.rejected === "string") yield { rejected: record.rejected };
    else if (formatOf(record) !== format) yield { rejected: `is no item of ${format}, as the first record is` };
    else if (format === "mindgames") yield readMindgames(record);
    else if (format === "simpletom") yield readSimpleTom(record);
    else yield format === "hi-tom" ? readHiTom(record) : readTomBench(record, language);
  }
}

async function openItemTable(path: string, settings: ItemFileSettings): Promise<Opened> {
  const isTemplates = (firstLine: string) => isBigTom(firstLine.split(";"));
  const { header, records } = await openTable(createReadStream(path), {
    isHeaderless: (firstLine) => (isTemplates(firstLine) ? ";" : null),
  }).catch(refuse);
  if (header.length === 0) return { format: "bigtom", records: templates(records) };
  if (isEobResults(header)) return { format: "eob-csv", records: eobRecords(records, header) };
  const found = matchColumns(header, settings.columns);
  if (!found.ok) throw new UnusableLogError(`it is a table, and ${found.message}`);
  return { format: "csv", records: tableRecords(records, header, found.columns, settings.kind) };
}

function refuse(error: unknown): never {
  if (error instanceof TableError) throw new UnusableLogError(error.message);
  throw error;
}

async function* templates(records: OpenedTable["records"]): AsyncGenerator<ItemRecord> {
  let number = 0;
  for await (const { cells } of records) {
    number += 1;
    if (cells !== null) yield* readBigTom(cells, number);
  }
}

/** The rows of a table by column name. */
async function* namedRows(
  records: OpenedTable["records"],
  header: readonly string[],
): AsyncGenerator<Record<string, string> | { rejected: string }> {
  try {
    for await (const { cells, problem } of records) {
      if (cells === null) yield { rejected: problem };
      else yield Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ""]));
    }
  } catch (error) {
    refuse(error);
  }
}

async function* eobRecords(records: OpenedTable["records"], header: readonly string[]): AsyncGenerator<ItemRecord> {
  const read = eobItemReader();
  for await (const row of namedRows(records, header)) {
    if (isRejected(row)) yield row;
    else yield* read(row);
  }
}

async function* tableRecords(
  records: OpenedTable["records"],
  header: readonly string[],
  columns: Parameters<typeof readItemTableRow>[1],
  kind: string | null,
): AsyncGenerator<ItemRecord> {
  for await (const row of namedRows(records, header))
    yield isRejected(row) ? row : readItemTableRow(row, columns, kind);
}

/** A table may have a column of that name, but never that one alone. */
function isRejected(row: object): row is { rejected: string } {
  return "rejected" in row && Object.keys(row).length === 1;
}

function tryParse(text: string): unknown {
  try {
    return parsePythonJson(text);
  } catch {
    return undefined;
  }
}
