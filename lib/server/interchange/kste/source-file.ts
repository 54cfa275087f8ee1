import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type Entry, openPromise } from "yauzl";
import { formatCount } from "../../../domain/format/figures.ts";
import { findOverlappingEntry } from "../check-archive.ts";
import { RATIO_CHECK_MIN_BYTES, type SourceLimits, SourceRefused } from "./limits.ts";

/** One file of a source: its name inside the source, with "/" between folders, and its bytes as a stream. */
export interface SourceFile {
  path: string;
  open(): Promise<Readable>;
}

const naturalOrder = new Intl.Collator("en", { numeric: true });

function sortFiles(files: SourceFile[]): SourceFile[] {
  return files.sort((left, right) => naturalOrder.compare(left.path, right.path));
}

/** The files of a folder and its sub-folders, in natural order. Links and hidden folders are not followed. */
export async function listFolderFiles(folder: string, limits: SourceLimits): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  let bytes = 0;
  const walk = async (subfolder: string): Promise<void> => {
    for (const entry of await readdir(join(folder, subfolder), { withFileTypes: true })) {
      const path = subfolder === "" ? entry.name : `${subfolder}/${entry.name}`;
      if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules") await walk(path);
      if (!entry.isFile()) continue;
      const { size } = await stat(join(folder, path));
      bytes += size;
      refuseAboveLimits(limits, files.length + 1, bytes, size);
      files.push({ path, open: async () => createReadStream(join(folder, path)) });
    }
  };
  await walk("");
  return sortFiles(files);
}

/**
 * Runs `work` on the files of a zip archive, in natural order. Before anything is unpacked, the directory of the
 * archive is checked: number of entries, declared sizes, ratio, names that point outside (refused by yauzl),
 * encryption, and overlapping entries. An entry that exceeds its declared size while it is unpacked fails. Nothing is
 * written under an entry's name.
 */
export async function withZipFiles<Result>(
  archive: string,
  limits: SourceLimits,
  work: (files: SourceFile[]) => Promise<Result>,
): Promise<Result> {
  const { size: packedSize } = await stat(archive);
  const zip = await openPromise(archive, { autoClose: false }).catch((error: Error) => {
    throw new SourceRefused(`is not a zip archive that can be read (${error.message})`);
  });
  try {
    const files: SourceFile[] = [];
    const entries: Entry[] = [];
    let bytes = 0;
    try {
      for await (const entry of zip.eachEntry()) {
        if (entry.fileName.endsWith("/")) continue;
        bytes += entry.uncompressedSize;
        refuseAboveLimits(limits, files.length + 1, bytes, entry.uncompressedSize);
        if (bytes > RATIO_CHECK_MIN_BYTES && bytes / packedSize > limits.ratio)
          throw new SourceRefused(`unpacks to more than ${limits.ratio} times its size`);
        if (entry.isEncrypted()) throw new SourceRefused(`is encrypted (${entry.fileName})`);
        entries.push(entry);
        files.push({ path: entry.fileName, open: () => zip.openReadStreamPromise(entry) });
      }
    } catch (error) {
      if (error instanceof SourceRefused) throw error;
      throw new SourceRefused(`is not a valid zip archive (${error instanceof Error ? error.message : String(error)})`);
    }
    const overlapping = findOverlappingEntry(entries);
    if (overlapping !== null) throw new SourceRefused(`contains overlapping entries (${overlapping})`);
    return await work(sortFiles(files));
  } finally {
    zip.close();
  }
}

/** Whether an entry of an archive belongs to the operating system or to version control. */
export function isHiddenEntry(name: string): boolean {
  return /(?:^|\/)(?:\.|__MACOSX\/)/u.test(name);
}

function refuseAboveLimits(limits: SourceLimits, entries: number, total: number, file: number): void {
  if (entries > limits.entries) throw new SourceRefused(`contains more than ${formatCount(limits.entries)} files`);
  if (file > limits.fileBytes || total > limits.totalBytes)
    throw new SourceRefused(`is larger than ${Math.round(Math.min(limits.totalBytes, limits.fileBytes) / 2 ** 20)} MB`);
}
