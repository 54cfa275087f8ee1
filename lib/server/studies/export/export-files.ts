import { createHash } from "node:crypto";
import { setImmediate as otherWork } from "node:timers/promises";
import type { PoolClient } from "pg";
import * as z from "zod";
import {
  codebookTable,
  createCodebookDocument,
  listCodebookRecords,
} from "@/lib/domain/interchange/export-codebook.ts";
import {
  type BundleSubjects,
  bundlePandasScript,
  bundleRScript,
} from "@/lib/domain/interchange/export-starter-scripts.ts";
import type { ExportLevel } from "@/lib/domain/interchange/export-study-columns.ts";
import { listExportTables, listTablesOfCodebook } from "@/lib/domain/interchange/export-study-tables.ts";
import {
  type CsvStyle,
  type ExportRecord,
  type ExportTable,
  formatCsvHeader,
  formatCsvRecord,
  formatJsonRecord,
} from "@/lib/domain/interchange/export-table.ts";
import { formatItemRow } from "@/lib/domain/interchange/format-item-row.ts";
import { isBeliefItem } from "@/lib/domain/items/kinds/eob/belief-item.ts";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { dataLockLine } from "@/lib/domain/results/plan/data-collection-state.ts";
import { listDistinctFiles, mediaPath } from "@/lib/domain/tasks/schema/media-path.ts";
import type { TaskFields } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { readFileBytes } from "../../items/media/read-bytes.ts";
import { getStudyChainHead } from "../../platform/audit/chain/chain-head.ts";
import type { ExportSource } from "../../platform/database/export-snapshot.ts";
import { oneRow } from "../../platform/database/rows.ts";
import { withYields } from "../../platform/files/with-yields.ts";
import { readLockedResponses } from "../lock/verify-lock.ts";
import { type ExportContext, readExportContext } from "./export-context.ts";
import { predictionLines } from "./export-predictions.ts";
import { exportRecords } from "./export-records.ts";
import { withCanaryOnce } from "./with-canary-once.ts";

export const exportFormats = ["csv", "jsonl", "bundle"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportOptions {
  /** `bundle`: CSV and JSON lines, with the protocols, the design and the models' answers. */
  format: ExportFormat;
  level: ExportLevel;
  /** Whether CSV is written for spreadsheets; see `CsvStyle`. */
  forSpreadsheet: boolean;
  /** Additional documents of a bundle, such as the study's analysis; other formats omit them. */
  extras?: readonly { name: string; content: string }[];
}

/** One file of an export. Read all of its chunks before requesting the next file. */
export interface ExportFile {
  name: string;
  chunks: AsyncIterable<string | Uint8Array>;
}

/** A manifest's entry for one file. */
export interface ManifestFile {
  name: string;
  /** The number of records, without the header; null for a document. */
  rows: number | null;
  bytes: number;
  sha256: string;
}

const snapshotTimeRow = z.strictObject({ at: z.date() });

/**
 * The files of a study's export, the manifest last. All files are read from one snapshot, so they are consistent. At
 * most a thousand records are in memory at a time.
 */
export async function* exportFiles(
  client: PoolClient,
  studyId: string,
  options: ExportOptions,
  source: ExportSource,
): AsyncGenerator<ExportFile> {
  const context = await readExportContext(client, studyId, options.level);
  const snapshot = await oneRow(client, snapshotTimeRow, "SELECT transaction_timestamp() AS at");
  const manifestFiles: ManifestFile[] = [];
  for (const { name, lines } of listFiles(client, context, options)) {
    const file: ManifestFile = { name, rows: lines.kind === "document" ? null : 0, bytes: 0, sha256: "" };
    yield { name, chunks: counted(lines, file) };
    manifestFiles.push(file);
  }
  for (const media of listDistinctFiles(mediaFields(context))) {
    const bytes = await readFileBytes(client, context.study.projectId, media.sha256);
    const file: ManifestFile = { name: mediaPath(media), rows: null, bytes: bytes.byteLength, sha256: media.sha256 };
    yield { name: file.name, chunks: once(bytes) };
    manifestFiles.push(file);
  }
  const chain = await getStudyChainHead(client, studyId);
  const manifest = {
    canary: context.canary,
    study: context.study.slug,
    name: context.study.name,
    stage: context.study.stage,
    isDemo: context.study.isDemo,
    benchmark: context.study.benchmark,
    level: options.level,
    format: options.format,
    forSpreadsheet: options.forSpreadsheet,
    readAt: snapshot.at.toISOString(),
    readFrom: source,
    dataLocks: context.locks.map(({ id: _id, lockedAt, ...lock }) => ({ ...lock, lockedAt: lockedAt.toISOString() })),
    auditHead: chain ? { batches: chain.number, head: chain.head, madeAt: chain.madeAt.toISOString() } : null,
    files: manifestFiles,
  };
  yield { name: "manifest.json", chunks: once(`${JSON.stringify(manifest, null, 2)}\n`) };
}

/** The media shown by the items and their translations. */
export function* mediaFields({ items, translations }: ExportContext): Generator<TaskFields> {
  for (const { row } of [...items.values(), ...translations.values()]) if (row.task) yield row.task.fields;
}

interface FileLines {
  kind: "records" | "document";
  /** Written before the first record; not counted as a record. */
  header: string;
  lines: AsyncIterable<string>;
}

function* listFiles(
  client: PoolClient,
  context: ExportContext,
  { format, forSpreadsheet, extras = [] }: ExportOptions,
): Generator<{ name: string; lines: FileLines }> {
  const tables = listExportTables(context.shape);
  const style = { forSpreadsheet };
  const codebookTables = listTablesOfCodebook(context.shape);
  const codebook = () => fromList(listCodebookRecords(codebookTables, context.canary));
  if (format !== "jsonl") {
    for (const table of tables) {
      yield { name: `${table.name}.csv`, lines: toCsv(table, exportRecords(client, context, table.name), style) };
    }
    yield { name: "codebook.csv", lines: toCsv(codebookTable, codebook(), style) };
  }
  if (format !== "csv") {
    for (const table of tables) {
      const lines =
        table.name === "items" ? toItemFile(context) : toJsonLines(table, exportRecords(client, context, table.name));
      yield { name: `${table.name}.jsonl`, lines };
    }
    const document = createCodebookDocument(codebookTables, context.shape.kinds, context.canary);
    yield { name: "codebook.json", lines: toJson(document) };
  }
  if (format === "bundle") {
    for (const { version, hash, document } of context.protocols.values()) {
      yield { name: `protocol-${version}.json`, lines: toJson({ canary: context.canary, version, hash, document }) };
    }
    yield { name: "design.json", lines: toJson({ canary: context.canary, design: context.study.design }) };
    yield {
      name: "predictions.jsonl",
      lines: { kind: "records", header: "", lines: predictionLines(client, context.study.id, context.canary) },
    };
    // The list contains response IDs, which are not part of anonymous exports.
    for (const { id, number } of context.level === "anonymous" ? [] : context.locks) {
      const lines = mapped(readLockedResponses(client, id), dataLockLine);
      yield { name: `data-lock-${number}.csv`, lines: { kind: "records", header: "", lines } };
    }
    const subjects = listSubjects(context);
    const scripts = [
      { name: "start.py", content: bundlePandasScript(subjects) },
      { name: "start.R", content: bundleRScript(subjects) },
    ];
    for (const { name, content } of [...scripts, ...extras]) {
      yield { name, lines: { kind: "document", header: "", lines: once(content) } };
    }
  }
}

function listSubjects({ items }: ExportContext): BundleSubjects {
  const rows = [...items.values()].map(({ row }) => row);
  return {
    errors: rows.some(({ kind }) => itemKinds[kind]?.isLocalised),
    beliefs: rows.some(isBeliefItem),
  };
}

function toCsv(table: ExportTable, records: AsyncIterable<ExportRecord>, style: CsvStyle): FileLines {
  const lines = mapped(withCanaryOnce(records), (record) => formatCsvRecord(table, record, style));
  return { kind: "records", header: formatCsvHeader(table, style), lines };
}

function toJsonLines(table: ExportTable, records: AsyncIterable<ExportRecord>): FileLines {
  const lines = mapped(withCanaryOnce(records), (record) => formatJsonRecord(table, record));
  return { kind: "records", header: "", lines };
}

/** The items in the item file format, so that they can be imported elsewhere. */
function toItemFile(context: ExportContext): FileLines {
  const lines = [...context.items.values()].map(({ row }) => `${formatItemRow(row)}\n`);
  return { kind: "records", header: "", lines: fromList(lines) };
}

function toJson(value: unknown): FileLines {
  return { kind: "document", header: "", lines: once(`${JSON.stringify(value, null, 2)}\n`) };
}

/** Yields the text in chunks of about 64 KB, and completes the file's entry in the manifest. */
async function* counted({ header, lines }: FileLines, file: ManifestFile): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const addToHash = (text: string) => {
    hash.update(text);
    file.bytes += Buffer.byteLength(text);
    return text;
  };
  let bufferedText = header;
  // Yields to other work, because a bundle has hundreds of small documents, and tables have thousands of rows that are
  // already in memory.
  await otherWork();
  for await (const line of withYields(lines)) {
    bufferedText += line;
    if (file.rows !== null) file.rows += 1;
    if (bufferedText.length < 65_536) continue;
    yield addToHash(bufferedText);
    bufferedText = "";
  }
  if (bufferedText !== "") yield addToHash(bufferedText);
  file.sha256 = hash.digest("hex");
}

async function* mapped<From>(values: AsyncIterable<From>, change: (value: From) => string): AsyncGenerator<string> {
  for await (const value of values) yield change(value);
}

async function* fromList<Member>(members: readonly Member[]): AsyncGenerator<Member> {
  yield* members;
}

async function* once<Chunk extends string | Uint8Array>(chunk: Chunk): AsyncGenerator<Chunk> {
  yield chunk;
}
