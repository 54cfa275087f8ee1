import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { parseBoundedJson } from "@/lib/domain/bounded-json.ts";
import { readCsvRecord } from "@/lib/domain/interchange/kste/csv.ts";
import { type CsvMapping, readMappedRecord } from "@/lib/domain/interchange/kste/csv-columns.ts";
import { readKsteLine } from "@/lib/domain/interchange/kste/jsonl.ts";
import { parseLayoutPath } from "@/lib/domain/interchange/kste/layout.ts";
import { readResponses } from "@/lib/domain/interchange/kste/response-items.ts";
import { readKsteRow } from "@/lib/domain/interchange/kste/row.ts";
import { TableError } from "@/lib/domain/tables/read-csv.ts";
import { withYields } from "../../platform/files/with-yields.ts";
import { openTable } from "../../platform/tables/open-table.ts";
import { isWrongSizeError } from "../check-archive.ts";
import { Collector, type KsteSource } from "./collector.ts";
import { defaultLimits, ITEM_BYTES, type SourceLimits, SourceRefused } from "./limits.ts";
import { decodeUtf8Bytes, readAllBytes, readSourceLines } from "./lines.ts";
import { listFolderFiles, type SourceFile, withZipFiles } from "./source-file.ts";

export const sourceFormats = ["folder", "zip", "jsonl", "json", "xml", "csv"] as const;
export type SourceFormat = (typeof sourceFormats)[number];

/** The format of a file by its extension; null if it is unknown. */
export function detectSourceFormat(path: string): SourceFormat | null {
  const extension = /\.([a-z]+)$/u.exec(path.toLowerCase())?.[1] ?? "";
  if (extension === "ndjson") return "jsonl";
  if (extension === "txt") return "xml";
  if (extension === "tsv" || extension === "xlsx") return "csv";
  return sourceFormats.find((format) => format === extension) ?? null;
}

/**
 * Reads a folder or zip in the released layout (or with JSONL files), a JSONL file, one JSON file, model output with
 * `<response>` blocks, or CSV with our columns or mapped columns. Every row becomes an item or is refused with
 * findings. The whole source is refused (`SourceRefused`) if it has another format or exceeds the limits.
 */
export async function readKsteSource(
  path: string,
  options: { genre?: string; columns?: CsvMapping; limits?: SourceLimits; format?: SourceFormat | null } = {},
): Promise<KsteSource> {
  const limits = options.limits ?? defaultLimits;
  const collector = new Collector(options.genre, options.columns);
  const format = options.format ?? detectSourceFormat(path);
  const info = await stat(path);
  if (info.isDirectory()) await readFiles(await listFolderFiles(path, limits), limits, collector);
  else if (format === "zip") await withZipFiles(path, limits, (files) => readFiles(files, limits, collector));
  else {
    if (info.size > limits.totalBytes)
      throw new SourceRefused(`is larger than ${Math.round(limits.totalBytes / 2 ** 20)} MB`);
    const file = { path: basename(path), open: async () => createReadStream(path) };
    await readFile(file, format ?? "jsonl", limits, collector);
  }
  return collector.result();
}

/** Reads JSONL from a stream, such as standard input. */
export async function readKsteStream(stream: Readable, limits: SourceLimits = defaultLimits): Promise<KsteSource> {
  const collector = new Collector(undefined);
  await readFile({ path: "standard input", open: async () => stream }, "jsonl", limits, collector);
  return collector.result();
}

async function readFiles(files: SourceFile[], limits: SourceLimits, collector: Collector): Promise<void> {
  const layoutFiles = files.filter((file) => parseLayoutPath(file.path) !== null);
  const otherFiles = files.filter((file) => parseLayoutPath(file.path) === null);
  if (layoutFiles.length === 0) {
    for (const file of otherFiles) {
      const format = detectSourceFormat(file.path);
      const isLines = format === "jsonl" && (await startsWithItem(file, limits));
      if (isLines) await readFile(file, "jsonl", limits, collector);
      else if (format === "xml") await readFile(file, "xml", limits, collector);
      else collector.ignored.push(file.path);
    }
    return;
  }
  collector.ignored.push(...otherFiles.map((file) => file.path));
  const kinds = ["original", "error", "knp"];
  const kindRank = (file: SourceFile) => kinds.indexOf(parseLayoutPath(file.path)?.kind ?? "");
  // The sort is stable: within a kind, files keep the natural order of their names.
  for (const file of layoutFiles.sort((left, right) => kindRank(left) - kindRank(right)))
    await readFile(file, "json", limits, collector);
}

/**
 * Whether the first row of one of several JSONL files may be an item. This includes a row that cannot be parsed, so
 * that it is reported.
 */
async function startsWithItem(file: SourceFile, limits: SourceLimits): Promise<boolean> {
  let stream: Readable | null = null;
  try {
    stream = await file.open();
    for await (const line of readSourceLines(stream, limits)) {
      if (line.text !== null && line.text.trim() === "") continue;
      const parsed = line.text === null ? null : readKsteLine(line.text, line.number);
      return parsed === null || parsed.item !== null || parsed.findings.some((finding) => finding.field === "row");
    }
    return false;
  } catch {
    return true;
  } finally {
    stream?.destroy();
  }
}

/** Reads one file. If it cannot be read or unpacked, only this file is refused. */
async function readFile(
  file: SourceFile,
  format: SourceFormat,
  limits: SourceLimits,
  collector: Collector,
): Promise<void> {
  try {
    await readRows(file, format, limits, collector);
  } catch (error) {
    if (error instanceof SourceRefused) throw error;
    if (isWrongSizeError(error)) throw new SourceRefused(`contains an entry with a wrong size (${file.path})`);
    const name = parseLayoutPath(file.path)?.id ?? file.path;
    collector.refuse(name, `cannot be read to its end (${error instanceof Error ? error.message : String(error)})`);
  }
}

async function readRows(
  file: SourceFile,
  format: SourceFormat,
  limits: SourceLimits,
  collector: Collector,
): Promise<void> {
  if (format === "jsonl") {
    for await (const line of readSourceLines(await file.open(), limits)) {
      if (line.text === null) collector.refuse(`line ${line.number}`, line.problem ?? "");
      else collector.add(readKsteLine(line.text, line.number), { form: "jsonl", text: line.text });
    }
    return;
  }
  if (format === "csv") return readTable(await file.open(), collector);
  const layoutEntry = parseLayoutPath(file.path);
  const id = layoutEntry?.id ?? file.path.replace(/\.[^.]*$/u, "");
  const bytes = await readAllBytes(
    await file.open(),
    format === "json" && layoutEntry !== null ? ITEM_BYTES : limits.fileBytes,
  );
  if (bytes === null) return collector.refuse(id, "is longer than any item");
  const { text, problem } = decodeUtf8Bytes(bytes);
  if (text === null) return collector.refuse(id, problem ?? "");
  if (format === "xml") {
    const rows = readResponses(text, { id, genre: collector.genre });
    if (rows.length === 0) collector.refuse(id, "contains no <response>");
    for (const row of rows) collector.add(row);
    return;
  }
  let value: unknown;
  try {
    value = parseBoundedJson(text);
  } catch {
    return collector.refuse(id, "is not valid JSON");
  }
  const isList = Array.isArray(value) && layoutEntry === null;
  if (!isList) {
    const raw = layoutEntry === null ? null : ({ form: "json", text } as const);
    return collector.add(readKsteRow(value, { id, kind: layoutEntry?.kind }), raw);
  }
  for await (const [index, row] of withYields((value as unknown[]).entries()))
    collector.add(readKsteRow(row, { id: `row ${index + 1}` }));
}

async function readTable(stream: Readable, collector: Collector): Promise<void> {
  const { columns: mapping, genre } = collector;
  // The header is the first record.
  let number = 1;
  try {
    const { header, records } = await openTable(stream, { maxRecordLength: ITEM_BYTES });
    for await (const { cells, problem } of records) {
      number += 1;
      if (cells === null) collector.refuse(`record ${number}`, problem);
      else if (mapping === undefined) collector.add(readCsvRecord(header, cells, number));
      else collector.add(readMappedRecord({ header, mapping, genre }, cells, number));
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    collector.refuse(`record ${number + 1}`, `cannot be read, nor what follows it (${error.message})`);
  }
}
