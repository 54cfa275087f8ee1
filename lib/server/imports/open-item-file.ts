import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { findTruncatedLine } from "@/lib/domain/interchange/cut-off-json.ts";
import { flattenRecord } from "@/lib/domain/interchange/item-files/flatten-record.ts";
import type { ItemFormat, ItemRecord } from "@/lib/domain/interchange/item-files/item-record.ts";
import type { KeyCoding } from "@/lib/domain/interchange/item-files/key-coding.ts";
import { isHiTom, readHiTom } from "@/lib/domain/interchange/item-files/read-hi-tom.ts";
import { isMindgames, readMindgames } from "@/lib/domain/interchange/item-files/read-mindgames.ts";
import { isSimpleTom, readSimpleTom } from "@/lib/domain/interchange/item-files/read-simpletom.ts";
import { isTomBench, readTomBench, type TomBenchLanguage } from "@/lib/domain/interchange/item-files/read-tombench.ts";
import { describeResultsFile } from "@/lib/domain/interchange/item-files/results-file.ts";
import type { ItemTableFacts, ItemTableStatement } from "@/lib/domain/interchange/item-files/survey-item-table.ts";
import { isObject, type LogObject, UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { parsePythonJson } from "@/lib/domain/interchange/model-logs/parse-json.ts";
import { readFirstBytes, refuseOtherContent } from "../interchange/model-logs/open-log.ts";
import { readDocument } from "../interchange/model-logs/read-document.ts";
import { type ImportSource, makeImportSource, type TextLine } from "../items/import-lines.ts";
import { withYields } from "../platform/files/with-yields.ts";
import { isWorkbook } from "../platform/tables/open-table.ts";
import { type ItemRecords, openItemRows, openItemTable } from "./open-item-table.ts";
import { isRelease, openRelease } from "./open-release.ts";

/** What the user states about an imported item file. */
export interface ItemFileSettings {
  fileName: string;
  /** The column of a table for each part of an item. Missing columns are found by their usual names. */
  columns: Readonly<Record<string, string>>;
  /** The kind of items in a table that has no column for it; null to detect it from the rows. */
  kind: string | null;
  /** How the keys of a table identify an option. Determined from the whole column if absent. */
  keys?: KeyCoding | null;
  /** Whether a table with unknown columns is described instead of refused. */
  isInspected?: boolean;
  /** The language to read, for ToMBench, whose rows are bilingual. */
  language: TomBenchLanguage;
}

/**
 * Opens an item file: our own format, a table, or the format of another benchmark, detected by content. Each line
 * corresponds to a record of the file, so that reports can name it. Throws an UnusableLogError for a file that cannot
 * be trusted.
 */
export async function openItemFile(
  path: string,
  settings: ItemFileSettings,
): Promise<{ format: ItemFormat; table: ItemTableFacts | null; source: ImportSource }> {
  if (await isRelease(path, settings.fileName))
    return { format: "kste", table: null, source: await openRelease(path, settings.fileName) };
  const start = await readFirstBytes(path, 4_096);
  if (start.length === 0) throw new UnusableLogError("it is empty");
  if (!isWorkbook(start)) {
    if (start.subarray(0, 4).equals(Buffer.from("PK\x03\x04")))
      throw new UnusableLogError(
        "it is a ZIP archive or an office document other than XLSX; save the table as XLSX or CSV",
      );
    refuseOtherContent(start);
  }
  const text = start
    .toString("utf8")
    .replace(/^\uFEFF/u, "")
    .trimStart();
  const isJson = text.startsWith("{") || text.startsWith("[");
  const openedFile = isJson
    ? await openJson(path, settings)
    : await openItemTable(path, toTableStatement(settings), settings.isInspected ?? false);
  if (openedFile === null)
    return { format: "parallax", table: null, source: makeImportSource(settings.fileName, createReadStream(path)) };
  const sha256 = createHash("sha256");
  for await (const piece of createReadStream(path)) sha256.update(piece);
  const hash = sha256.digest("hex");
  const source = { fileName: settings.fileName, lines: linesOf(openedFile.records), sha256: () => hash };
  return { format: openedFile.format, table: openedFile.table, source };
}

function toTableStatement({ columns, kind, keys = null }: ItemFileSettings): ItemTableStatement {
  return { columns, kind, keys };
}

async function* linesOf(records: ItemRecords["records"]): AsyncGenerator<TextLine> {
  for await (const record of withYields(records))
    yield "rejected" in record ? { refused: record.rejected } : JSON.stringify(record.row);
}

/** Null for our own format. */
async function openJson(path: string, settings: ItemFileSettings): Promise<ItemRecords | null> {
  const [first] = await readFirstRecords(path);
  const isLines = first !== undefined && !("data" in first);
  if (isLines && isOwnFormat(first)) return null;
  const list = isLines ? null : await readDocumentRecords(path);
  const sampleRecord = first !== undefined && isLines ? first : list?.[0];
  const records = () => list ?? parsedLines(path);
  const format = sampleRecord === undefined ? null : detectFormat(sampleRecord);
  if (format !== null) return { format, records: read(records(), format, settings.language), table: null };
  if (sampleRecord !== undefined && isOwnFormat(sampleRecord))
    return { format: "parallax", records: itemRecords(list ?? []), table: null };
  const resultsKind = describeResultsFile(Object.keys(sampleRecord ?? {}), sampleRecord ?? null);
  if (resultsKind !== null) throw new UnusableLogError(`it is ${resultsKind}`);
  return openRecordTable(records, settings);
}

/** Our own item file names kind and story, or a task schema. */
function isOwnFormat(record: LogObject): boolean {
  return ("kind" in record && isObject(record.story)) || ("schema" in record && "fields" in record);
}

function* itemRecords(records: readonly LogObject[]): Generator<ItemRecord> {
  for (const row of records) yield { row: row as unknown as Extract<ItemRecord, { row: unknown }>["row"] };
}

const maxColumns = 200;

/** JSON in an unknown format: every record is a row, and its fields are the columns. */
async function openRecordTable(
  records: () => AsyncIterable<LogObject> | Iterable<LogObject>,
  settings: ItemFileSettings,
): Promise<ItemRecords> {
  const header = new Set<string>();
  for await (const record of records())
    if (!isRefusal(record))
      for (const name of Object.keys(flattenRecord(record))) if (header.size < maxColumns) header.add(name);
  async function* rows() {
    for await (const record of records()) yield isRefusal(record) ? record : { cells: flattenRecord(record) };
  }
  return openItemRows([...header], rows(), rows(), toTableStatement(settings), settings.isInspected ?? false);
}

function isRefusal(record: object): record is { rejected: string } {
  return "rejected" in record && Object.keys(record).length === 1;
}

/** The first line, if it is a complete JSON object. */
async function readFirstRecords(path: string): Promise<LogObject[]> {
  for await (const line of makeImportSource("", createReadStream(path)).lines) {
    if (typeof line === "string" && line.trim() === "") continue;
    const value = typeof line === "string" ? tryParse(line) : undefined;
    return isObject(value) ? [value] : [];
  }
  return [];
}

async function* parsedLines(path: string): AsyncGenerator<LogObject | { rejected: string }> {
  for await (const line of makeImportSource("", createReadStream(path)).lines) {
    if (typeof line !== "string") yield { rejected: line.refused };
    else if (line.trim() !== "") {
      const value = tryParse(line);
      yield isObject(value) ? value : { rejected: describeLineProblem(value, line) };
    }
  }
}

function describeLineProblem(value: unknown, line: string): string {
  if (value !== undefined) return "is not a JSON object";
  return findTruncatedLine(line) === null ? "is not JSON" : "is incomplete JSON";
}

async function readDocumentRecords(path: string): Promise<LogObject[]> {
  const text = await readDocument(path);
  const document = tryParse(text);
  if (document === undefined) {
    const line = findTruncatedLine(text);
    if (line === null) throw new UnusableLogError("it looks like JSON, but it is not valid JSON");
    throw new UnusableLogError(`it is incomplete JSON (line ${line})`);
  }
  const values = isObject(document) && Array.isArray(document.data) ? document.data : document;
  if (!Array.isArray(values) || !isObject(values[0])) throw new UnusableLogError("it is JSON, but not a list of items");
  return values.map((value) => (isObject(value) ? value : {}));
}

function detectFormat(
  record: LogObject,
): Exclude<ItemFormat, "parallax" | "csv" | "bigtom" | "eob-csv" | "kste"> | null {
  if (isMindgames(record)) return "mindgames";
  if (isSimpleTom(record)) return "simpletom";
  if (isHiTom(record)) return "hi-tom";
  return isTomBench(record) ? "tombench" : null;
}

async function* read(
  records: AsyncIterable<LogObject> | Iterable<LogObject>,
  format: NonNullable<ReturnType<typeof detectFormat>>,
  language: TomBenchLanguage,
): AsyncGenerator<ItemRecord> {
  for await (const record of records) {
    if (typeof record.rejected === "string") yield { rejected: record.rejected };
    else if (detectFormat(record) !== format) yield { rejected: `is not an item of ${format}, as the first record is` };
    else if (format === "mindgames") yield readMindgames(record);
    else if (format === "simpletom") yield readSimpleTom(record);
    else yield format === "hi-tom" ? readHiTom(record) : readTomBench(record, language);
  }
}

function tryParse(text: string): unknown {
  try {
    return parsePythonJson(text);
  } catch {
    return undefined;
  }
}
