import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parquetMetadataAsync } from "hyparquet";
import { asyncBufferFromFile } from "hyparquet/src/node.js";
import { checkCroissant, croissantDocument } from "@/lib/domain/release/croissant.ts";
import { type CheckedFile, checkPsychDs } from "@/lib/domain/release/psych-ds.ts";
import type { ReleaseDataset, ReleaseFile } from "@/lib/domain/release/release-dataset.ts";
import { openTable } from "../platform/tables/open-table.ts";
import { listFiles } from "./list-files.ts";
import { buildMetadata } from "./release-documents.ts";
import type { PublishedNumbers } from "./release-numbers.ts";
import { hashFile, writeReleaseText } from "./write-table.ts";

/** What is written after the tables. */
interface ReleaseEnd {
  documents: readonly (readonly [path: string, text: string])[];
  numbers: PublishedNumbers;
  /** The text of `CHANGES.md`. */
  changes: string;
  isAnonymous: boolean;
}

/** Writes documents, metadata and checksums next to the tables, and verifies the written files. */
export async function finishRelease(
  folder: string,
  dataset: ReleaseDataset,
  { documents, numbers, changes, isAnonymous }: ReleaseEnd,
  say: (doing: string) => void,
): Promise<ReleaseFile[]> {
  say("Writing the metadata");
  for (const [path, text] of [...documents, ...buildMetadata(dataset, numbers, changes, isAnonymous)])
    await writeReleaseText(folder, path, text);
  const files = await writeChecksums(folder);
  say("Verifying the files");
  await verifyFiles(folder, dataset, files, isAnonymous);
  return files;
}

/** Writes `checksums.sha256` in the format of sha256sum, and returns every file of the folder. */
async function writeChecksums(folder: string): Promise<ReleaseFile[]> {
  const files: ReleaseFile[] = [];
  for (const path of await listFiles(folder)) files.push(await hashFile(folder, path));
  await writeReleaseText(folder, "checksums.sha256", files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(""));
  return files;
}

/** Compares the content of the files with what was written. */
async function verifyFiles(
  folder: string,
  dataset: ReleaseDataset,
  files: readonly ReleaseFile[],
  isAnonymous: boolean,
) {
  const checkedFiles: CheckedFile[] = [];
  for (const { path } of files) {
    const isData = path.startsWith("data/") && path.endsWith(".csv");
    const isText = path.startsWith("data/") || path === "dataset_description.json";
    const readResult = isData ? await readTable(join(folder, path)) : null;
    const table = dataset.tables.find(({ csv }) => csv.path === path);
    if (readResult && table && readResult.rows !== table.rows)
      throw new RangeError(`${path} has ${readResult.rows} rows instead of ${table.rows}`);
    const text = !isData && isText ? await readFile(join(folder, path), "utf8") : null;
    checkedFiles.push({ path, header: readResult?.header ?? null, widths: readResult?.widths ?? new Set(), text });
  }
  for (const { parquet, rows } of dataset.tables) {
    const { num_rows: parquetRows } = await parquetMetadataAsync(await asyncBufferFromFile(join(folder, parquet.path)));
    if (parquetRows !== BigInt(rows))
      throw new RangeError(`${parquet.path} has ${parquetRows} rows instead of ${rows}`);
  }
  const hashes = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const problems = [...checkPsychDs(checkedFiles), ...checkCroissant(croissantDocument(dataset, isAnonymous), hashes)];
  if (problems.length > 0) throw new RangeError(`the release breaks a rule of its formats: ${problems.join("; ")}`);
}

async function readTable(path: string) {
  const { header, records } = await openTable(createReadStream(path));
  const widths = new Set<number>();
  let rows = 0;
  for await (const { cells } of records) {
    rows += 1;
    if (cells) widths.add(cells.length);
  }
  return { header, widths, rows };
}
