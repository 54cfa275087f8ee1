import { createWriteStream } from "node:fs";
import { access, constants, mkdir, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportFile } from "../../server/studies/export/export-files.ts";
import { UsageError } from "../io.ts";

/** Creates the folder of an export. An existing folder must be empty, so that files of two exports are never mixed. */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    if ((await readdir(folder)).length > 0)
      throw new UsageError(`${folder} is not empty; name a new folder with --out`);
    await access(folder, constants.W_OK);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${folder} cannot be written to: ${formatErrorReason(error)}; name another folder with --out`);
  }
}

/** Why a file or folder cannot be used. */
export function formatErrorReason(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is exceeded",
  EEXIST: "a file with that name exists",
  ENOTDIR: "a part of its path is not a folder",
  EISDIR: "it is a folder",
  ENOENT: "no such file or folder",
  ENAMETOOLONG: "the name is too long",
};

/** Writes one file chunk by chunk. Returns the last text chunk, which is the whole content of a manifest. */
export async function writeExportFile(folder: string, { name, chunks }: ExportFile): Promise<string> {
  let last = "";
  const chunksWithLast = async function* () {
    for await (const chunk of chunks) {
      if (typeof chunk === "string") last = chunk;
      yield chunk;
    }
  };
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await pipeline(Readable.from(chunksWithLast()), createWriteStream(join(folder, name), { flags: "wx" }));
  return last;
}
