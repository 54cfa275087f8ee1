import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileWriter, parquetWriteRows } from "hyparquet-writer";
import {
  type ExportCell,
  type ExportRecord,
  type ExportTable,
  formatCsvHeader,
  formatCsvRecord,
} from "@/lib/domain/interchange/export-table.ts";
import { columnTypes, type ReleaseFile, type ReleaseTable } from "@/lib/domain/release/release-dataset.ts";
import { withCanaryOnce } from "../studies/export/with-canary-once.ts";

const csvStyle = { forSpreadsheet: false };
/** Rows of a Parquet row group, which is held in memory as a whole. */
const rowGroupSize = 20_000;

/**
 * Writes a table as CSV (UTF-8 without a byte order mark, LF) and as Parquet, from one pass over its records. One row
 * group is in memory at a time. Equal records give equal bytes. Only the first record has the canary.
 *
 * @param kvMetadata key-value metadata of the Parquet file
 */
export async function writeReleaseTable(
  folder: string,
  table: ExportTable,
  paths: { csv: string; parquet: string },
  records: AsyncIterable<ExportRecord>,
  kvMetadata: { key: string; value: string }[],
): Promise<ReleaseTable> {
  await ensureFolder(folder, paths.csv);
  await ensureFolder(folder, paths.parquet);
  const csv = createWriteStream(join(folder, paths.csv), { flags: "wx" });
  const write = async (text: string) => {
    if (!csv.write(text)) await new Promise<void>((resolve) => csv.once("drain", resolve));
  };
  await write(formatCsvHeader(table, csvStyle));
  let rows = 0;
  const writeAndPass = async function* () {
    for await (const record of withCanaryOnce(records)) {
      rows += 1;
      await write(formatCsvRecord(table, record, csvStyle));
      yield Object.fromEntries(
        table.columns.map((column) => [column.name, toParquetValue(record[column.name] ?? null, column.type)]),
      );
    }
  };
  await parquetWriteRows({
    writer: fileWriter(join(folder, paths.parquet)),
    rows: writeAndPass(),
    columns: table.columns.map((column) => ({ name: column.name, type: columnTypes(column).parquet, nullable: true })),
    rowGroupSize,
    kvMetadata,
    createdBy: "parallax",
  });
  await new Promise<void>((resolve, reject) => csv.once("error", reject).end(resolve));
  return { table, rows, csv: await hashFile(folder, paths.csv), parquet: await hashFile(folder, paths.parquet) };
}

/** Writes a text file and returns its entry in the list of files. */
export async function writeReleaseText(folder: string, path: string, text: string): Promise<ReleaseFile> {
  await ensureFolder(folder, path);
  await writeFile(join(folder, path), text, { flag: "wx" });
  return hashFile(folder, path);
}

/** Writes lines of text as they arrive. */
export async function writeReleaseLines(
  folder: string,
  path: string,
  lines: AsyncIterable<string>,
): Promise<ReleaseFile> {
  await ensureFolder(folder, path);
  await pipeline(Readable.from(lines), createWriteStream(join(folder, path), { flags: "wx" }));
  return hashFile(folder, path);
}

/** Size and SHA-256 of a file of a release. */
export async function hashFile(folder: string, path: string): Promise<ReleaseFile> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk);
  return { path, bytes: (await stat(join(folder, path))).size, sha256: hash.digest("hex") };
}

async function ensureFolder(folder: string, path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
}

function toParquetValue(value: ExportCell, type: ExportTable["columns"][number]["type"]) {
  if (value === null) return null;
  switch (type) {
    case "integer":
      return BigInt(value as number);
    case "time":
      return new Date(value as string);
    case "json":
      return JSON.stringify(value);
    case "text":
      return String(value);
    case "number":
    case "boolean":
      return value;
  }
}
