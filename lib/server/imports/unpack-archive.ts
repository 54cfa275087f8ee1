import { createWriteStream } from "node:fs";
import { mkdir, readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { UnusableLogError } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { type SourceLimits, SourceRefused } from "../interchange/kste/limits.ts";
import { isHiddenEntry, withZipFiles } from "../interchange/kste/source-file.ts";

/** The result files of paper 004 are 800 MB of similar lines. */
const archiveLimits: SourceLimits = { entries: 60_000, fileBytes: 2 ** 29, totalBytes: 2 ** 31, ratio: 200 };

/** Errors of the file system that names in an archive cause: a name is too long, or is both a file and a folder. */
const nameProblems = new Set(["EEXIST", "EISDIR", "ENAMETOOLONG", "ENOTDIR"]);

/**
 * Unpacks a zip archive into a folder. Returns the path of its only file, or of the folder with its files, without the
 * folders around them; the path itself if it is not an archive. Throws an UnusableLogError for an archive that cannot be
 * unpacked.
 */
export async function unpackArchive(path: string, folder: string, signal?: AbortSignal): Promise<string> {
  if (!/\.zip$/iu.test(path) || (await stat(path)).isDirectory()) return path;
  const target = join(folder, basename(path).slice(0, -".zip".length));
  await mkdir(target, { recursive: true });
  try {
    await withZipFiles(path, archiveLimits, async (files) => {
      for (const file of files.filter(({ path: name }) => !isHiddenEntry(name))) {
        const unpackedPath = join(target, file.path);
        await mkdir(dirname(unpackedPath), { recursive: true });
        await pipeline(await file.open(), createWriteStream(unpackedPath), { signal });
      }
    });
  } catch (error) {
    if (error instanceof SourceRefused) throw new UnusableLogError(`it ${error.message}`);
    signal?.throwIfAborted();
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (error instanceof Error && (syscall === undefined || nameProblems.has(code ?? "")))
      throw new UnusableLogError(`it contains a file that cannot be unpacked (${error.message})`);
    throw error;
  }
  return findContent(target);
}

/** The path inside nested folders that have one entry each. */
async function findContent(path: string): Promise<string> {
  const entries = await readdir(path, { withFileTypes: true });
  const [only] = entries;
  if (only === undefined || entries.length > 1) return path;
  const inside = join(path, only.name);
  return only.isDirectory() ? findContent(inside) : inside;
}
